import { createLazyFileRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ShownPage, ShownService } from "../../src/content/contract";
import type { Settings } from "../../src/settings/contract";
import type { VehicleClass } from "../../src/vehicles/class-contract";
import type { Api } from "../api";
import { Closing } from "../site/closing";
import { RideForm } from "../site/ride-form";
import { RideKinds } from "../site/ride-kinds";
import { ServiceCards } from "../site/service-cards";
import { StillRide } from "../site/still-ride";
import { DuskScene } from "../ui/dusk-scene";
import { PublicShell } from "../ui/public-shell";
import { RichText } from "../ui/rich-text";
import { VehicleArt } from "../ui/vehicle-art";

export const Route = createLazyFileRoute("/")({ component: Home });

function Home() {
  const { api, settings } = Route.useRouteContext();
  const { vehicleClasses, page, services } = Route.useLoaderData();
  return (
    <PublicShell operator={settings}>
      <Hero api={api} page={page} settings={settings} />
      <Services services={services} />
      <Promises sections={page.sections} />
      <Vehicles classes={vehicleClasses} />
      <Band
        detail="Every job shows pickup, drop-off and fare before you accept it."
        id="drive"
        title={`Drive in ${settings.town} with trips booked ahead`}
      >
        <div className="mt-4">
          <More href="/joinUs">Drive with us</More>
        </div>
      </Band>
      <Closing operator={settings} />
    </PublicShell>
  );
}

function Hero({
  page: { heading, lead },
  settings,
  api,
}: {
  page: ShownPage;
  settings: Settings;
  api: Api;
}) {
  const { bookingClosed: closed } = settings;
  return (
    <section className="on-scene relative isolate bg-scene-top text-scene-ink">
      <div className="absolute inset-0 -z-1 overflow-hidden">
        <DuskScene />
      </div>
      <div className="mx-auto grid max-w-6xl gap-10 px-4 pt-12 pb-56 sm:px-6 lg:grid-cols-[1fr_26rem] lg:items-start lg:gap-16 lg:pt-24 lg:pb-72">
        <div className="max-w-xl">
          <h1 className="break-words text-2xl">{heading}</h1>
          {lead && <p className="mt-6 break-words text-lg text-scene-muted">{lead}</p>}
        </div>
        <div className="min-w-0 rounded-xl bg-surface-raised p-4 text-ink shadow-lg sm:p-6">
          <h2 className="mb-4 text-lg">{closed ? "Booking is closed" : "Where to?"}</h2>
          {closed ? (
            <p className="whitespace-pre-line break-words text-ink-muted">{closed}</p>
          ) : (
            <RideForm api={api} settings={settings} still={<StillRide town={settings.town} />} />
          )}
        </div>
      </div>
    </section>
  );
}

function Services({ services }: { services: readonly ShownService[] }) {
  return (
    <Band id="services" title="What we drive for">
      <RideKinds />
      {services.length > 0 && <ServiceCards services={services} />}
      <div className="mt-8">
        <More href="/services">All services</More>
      </div>
    </Band>
  );
}

/** What the operator says of itself on its first page. */
function Promises({ sections }: { sections: ShownPage["sections"] }) {
  if (sections.length === 0) return null;
  return (
    <section aria-label="What you can count on" className="bg-surface-raised">
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
  return (
    <Band
      detail="Each class is a promise about room and comfort; which car comes depends on the day."
      id="vehicles"
      title="Vehicles"
    >
      {classes.length === 0 ? (
        <p className="mt-8 text-ink-muted">
          Ask us about vehicles: our contacts are at the foot of this page.
        </p>
      ) : (
        <ul className="mt-8 grid gap-4 sm:grid-cols-2">
          {classes.map((vehicleClass) => (
            <li
              className="flex flex-col rounded-lg border border-line bg-surface-raised p-6 shadow-sm"
              key={vehicleClass.id}
            >
              <VehicleArt className="mx-auto w-72" kind={vehicleClass.illustration} />
              <h3 className="mt-6 text-lg">{vehicleClass.name}</h3>
              <p className="mt-1 text-ink-muted">{vehicleClass.description}</p>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8 flex flex-wrap gap-x-8 gap-y-2">
        <More href="/fleet">All about the vehicles</More>
        <More href="/pricing">What a ride costs</More>
      </div>
    </Band>
  );
}

function More({ href, children }: { href: string; children: string }) {
  return (
    <a
      className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
      href={href}
    >
      {children}
    </a>
  );
}

function Band({
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
