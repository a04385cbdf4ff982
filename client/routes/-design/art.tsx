import { BrandMark } from "../../ui/brand";
import { Landscape } from "../../ui/landscape";
import { EmptyStateArt } from "../../ui/empty-state-art";
import { NotFoundArt } from "../../ui/not-found-art";
import { Section } from "../../ui/section";
import { VehicleArt } from "../../ui/vehicle-art";

export function Art() {
  return (
    <Section title="Illustrations">
      <div className="h-72 overflow-hidden rounded-lg">
        <Landscape />
      </div>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {(["sedan", "suv", "van", "accessible_van"] as const).map((kind) => (
          <div className="rounded-lg border border-line bg-surface-raised p-6" key={kind}>
            <VehicleArt kind={kind} />
          </div>
        ))}
      </div>
      <div className="mt-4 flex flex-wrap items-end gap-8">
        <BrandMark size={96} />
        {(["trips", "requests", "reservations"] as const).map((kind) => (
          <EmptyStateArt key={kind} kind={kind} />
        ))}
        <NotFoundArt />
      </div>
    </Section>
  );
}
