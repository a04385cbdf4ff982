import type { ReactNode } from "react";
import type { ShownArea } from "../../src/content/shown-area-contract";
import type { ShownPage, ShownService } from "../../src/content/contract";
import type { VehicleClass } from "../../src/vehicles/class-contract";
import type { OperatorFacts } from "./operator-facts";
import { RichText } from "../ui/rich-text";
import { VehicleArt } from "../ui/vehicle-art";
import { ClassCapacity } from "./ride/class-equipment";
import { RideKinds } from "./ride/ride-kinds";
import { useWords } from "../words/use-words";
import { ServiceCards } from "./service-cards";
import { TextLink } from "./text-link";
import { WhereWeDrive } from "./where-we-drive";

/** The home page below its first screen: services, promises, vehicles, and driving. */
export function HomeSections({
  services,
  sections,
  classes,
  area,
  operator,
}: {
  services: readonly ShownService[];
  sections: ShownPage["sections"];
  classes: readonly VehicleClass[];
  area: ShownArea | null;
  operator: OperatorFacts;
}) {
  const t = useWords();
  return (
    <>
      <Services services={services} />
      <OperatorSections sections={sections} />
      <Vehicles classes={classes} />
      <WhereWeDrive area={area} operator={operator} />
      <HomeSection
        detail={t("You see pickup, drop-off and fare before you accept a trip.")}
        id="drive"
        title={t("Drive in {town} with trips booked ahead", { town: operator.town })}
      >
        <div className="mt-4">
          <TextLink href="/joinUs">{t("Drive with us")}</TextLink>
        </div>
      </HomeSection>
    </>
  );
}

function Services({ services }: { services: readonly ShownService[] }) {
  const t = useWords();
  return (
    <HomeSection id="services" title={t("What we offer")}>
      <RideKinds />
      {services.length > 0 && <ServiceCards services={services} />}
      <div className="mt-8">
        <TextLink href="/services">{t("All services")}</TextLink>
      </div>
    </HomeSection>
  );
}

/** The operator's own sections on the home page. */
function OperatorSections({ sections }: { sections: ShownPage["sections"] }) {
  const t = useWords();
  if (sections.length === 0) return null;
  return (
    <section aria-label={t("What you can count on")} className="bg-surface-raised">
      <div className="mx-auto grid max-w-6xl gap-x-12 gap-y-10 px-4 py-16 sm:grid-cols-2 sm:px-6 md:py-20">
        {sections.map(({ key, title, text }) => (
          <div className="min-w-0 border-accent-line border-s-2 ps-6" key={key}>
            {title && <h2 className="break-words text-lg">{title}</h2>}
            <RichText className="mt-2 max-w-md text-ink-muted" text={text} />
          </div>
        ))}
      </div>
    </section>
  );
}

function Vehicles({ classes }: { classes: readonly VehicleClass[] }) {
  const t = useWords();
  return (
    <HomeSection
      detail={t("Each class guarantees room and comfort; the exact car depends on the day.")}
      id="vehicles"
      title={t("Vehicles")}
    >
      {classes.length === 0 ? (
        <p className="mt-8 text-ink-muted">
          {t("Ask us about vehicles: our contacts are at the bottom of this page.")}
        </p>
      ) : (
        <ul className="mt-8 grid gap-4 sm:grid-cols-2">
          {classes.map((vehicleClass) => (
            <li
              className="flex flex-col rounded-lg border border-line bg-surface-raised p-6 shadow-sm"
              key={vehicleClass.id}
            >
              <VehicleArt className="mx-auto w-72" kind={vehicleClass.illustration} />
              <h3 className="mt-6 text-lg">{t.known(vehicleClass.name, "name")}</h3>
              <p className="mt-1 text-ink-muted">{t.known(vehicleClass.description, "name")}</p>
              <ClassCapacity
                className="mt-4 border-line border-t pt-4"
                vehicleClass={vehicleClass}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8 flex flex-wrap gap-x-8 gap-y-2">
        <TextLink href="/fleet">{t("More about our vehicles")}</TextLink>
        <TextLink href="/pricing">{t("What a ride costs")}</TextLink>
      </div>
    </HomeSection>
  );
}

function HomeSection({
  id,
  title,
  detail,
  children,
}: {
  id: string;
  title: string;
  detail?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`} id={id}>
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 md:py-20">
        <h2 className="text-xl" id={`${id}-title`}>
          {title}
        </h2>
        {detail && <p className="mt-2 max-w-2xl text-ink-muted">{detail}</p>}
        {children}
      </div>
    </section>
  );
}
