import type { UnfitClass } from "../../../../src/reservations/quotes/quote-contract";
import { VehicleArt } from "../../../ui/vehicle-art";
import { useWords } from "../../../words/use-words";
import type { Say } from "../../../words/words";

function reason({ lacks, vehicleClass }: UnfitClass, t: Say): string {
  switch (lacks) {
    case "passengers":
      return t.count(
        vehicleClass.passengers,
        "Takes {n} passenger at most.",
        "Takes {n} passengers at most.",
      );
    case "luggage":
      return t.count(
        vehicleClass.luggage,
        "Takes {n} suitcase at most.",
        "Takes {n} suitcases at most.",
      );
    case "mobility":
      return t("Not equipped for your mobility needs.");
    case "service":
      return t("Not offered for this kind of trip.");
    case "extras":
      return t("Does not have the extras you chose.");
  }
}

/** The cars that can't take the trip, and why. */
export function UnavailableClasses({ unfit }: { unfit: readonly UnfitClass[] }) {
  const t = useWords();
  if (unfit.length === 0) return null;
  return (
    <section aria-labelledby="unfit">
      <h2 className="mb-2 font-medium text-ink-muted text-sm" id="unfit">
        {t("Not available for this trip")}
      </h2>
      <ul className="grid gap-2">
        {unfit.map((each) => (
          <li
            className="flex min-h-16 items-center gap-4 rounded-lg border border-line border-dashed px-4 py-3"
            key={each.vehicleClass.id}
          >
            <span className="shrink-0 opacity-60 grayscale">
              <VehicleArt
                className="w-14 min-[22.5rem]:w-20 sm:w-32"
                kind={each.vehicleClass.illustration}
              />
            </span>
            <span className="min-w-0">
              <span className="block font-medium text-ink-muted">
                {t.known(each.vehicleClass.name, "name")}
              </span>
              <span className="block text-ink-muted text-sm">{reason(each, t)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
