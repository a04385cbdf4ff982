import { createLazyFileRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ShownPage, ShownService } from "../../src/content/contract";
import type { VehicleClass } from "../../src/vehicles/class-contract";
import { Closing } from "../site/closing";
import { RideKinds } from "../site/ride-kinds";
import { ServiceCards } from "../site/service-cards";
import { ButtonLink } from "../ui/button-link";
import { buttonStyle } from "../ui/button-style";
import { DuskScene } from "../ui/dusk-scene";
import { Glyph } from "../ui/glyph";
import { PublicShell } from "../ui/public-shell";
import { RichText } from "../ui/rich-text";
import { VehicleArt } from "../ui/vehicle-art";

export const Route = createLazyFileRoute("/")({ component: Home });

function Home() {
  const { settings } = Route.useRouteContext();
  const { vehicleClasses, page, services } = Route.useLoaderData();
  const { town, phone } = settings;
  return (
    <PublicShell operator={settings}>
      <Hero closed={settings.bookingClosed} page={page} phone={phone} />
      <Services services={services} />
      <Promises sections={page.sections} />
      <Vehicles classes={vehicleClasses} />
      <Drive town={town} />
      <Closing operator={settings} />
    </PublicShell>
  );
}

function Hero({
  page: { heading, lead },
  closed,
  phone,
}: {
  page: ShownPage;
  /** What is said while riders may not book. */
  closed: string | null;
  phone: string | null;
}) {
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
        {closed === null ? <QuoteForm /> : <Closed phone={phone} text={closed} />}
      </div>
    </section>
  );
}

/** Leads into the booking with both places filled in; a plain form, so it works without scripts. */
function QuoteForm() {
  return (
    <form
      action="/reservation"
      className="rounded-xl bg-surface-raised p-4 text-ink shadow-lg sm:p-6"
      method="get"
    >
      <h2 className="text-lg">Where to?</h2>
      <div className="relative mt-4 grid gap-3">
        <span
          aria-hidden="true"
          className="absolute start-[21px] top-11 z-1 h-6 border-line-strong border-s-2 border-dotted"
        />
        <QuoteInput label="Pickup" mark="round" name="from" placeholder="Airport, hotel, address" />
        <QuoteInput label="Drop-off" mark="square" name="to" placeholder="Where are you going?" />
      </div>
      <button className={`mt-4 ${buttonStyle("primary", "medium", true)}`} type="submit">
        See prices
      </button>
      <p className="mt-3 text-center text-ink-muted text-sm">No account needed to see a price.</p>
    </form>
  );
}

/** In place of the form while riders may not book. */
function Closed({ text, phone }: { text: string; phone: string | null }) {
  return (
    <div className="rounded-xl bg-surface-raised p-4 text-ink shadow-lg sm:p-6">
      <h2 className="text-lg">Booking is closed</h2>
      <p className="mt-2 whitespace-pre-line break-words text-ink-muted">{text}</p>
      {phone && (
        <a
          className={`mt-4 ${buttonStyle("primary", "medium", true)}`}
          href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
        >
          Call {phone}
        </a>
      )}
    </div>
  );
}

function QuoteInput({
  label,
  name,
  placeholder,
  mark,
}: {
  label: string;
  name: string;
  placeholder: string;
  mark: "round" | "square";
}) {
  return (
    <label className="relative block">
      <span className="sr-only">{label}</span>
      <span
        aria-hidden="true"
        className={`absolute inset-y-0 start-4 my-auto size-3 ${mark === "round" ? "rounded-full border-2 border-accent-text" : "rounded-[3px] bg-accent-text"}`}
      />
      <input
        autoComplete="off"
        className="control !ps-11"
        maxLength={200}
        name={name}
        placeholder={placeholder}
        type="text"
      />
    </label>
  );
}

const glyphs = {
  wheelchair:
    "M15 4a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 19l1-7-6 1M5 8l3-3 5.5 3-2.36 3.5M4.24 14.5a5 5 0 0 0 6.88 6M13.76 17.5a5 5 0 0 0-6.88-6",
  people: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 21v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2",
  bags: "M6 7h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2M9 7V4a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v3",
};

function Services({ services }: { services: readonly ShownService[] }) {
  return (
    <Band id="services" title="What we drive for">
      <RideKinds />
      {services.length > 0 && <ServiceCards services={services} />}
      <a
        className="mt-8 inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
        href="/services"
      >
        All services
      </a>
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
        <p className="text-ink-muted">
          Ask us about vehicles: our contacts are at the foot of this page.
        </p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {classes.map((vehicleClass) => (
            <li
              className="flex flex-col rounded-lg border border-line bg-surface-raised p-6 shadow-sm"
              key={vehicleClass.id}
            >
              <VehicleArt className="mx-auto w-72" kind={vehicleClass.illustration} />
              <h3 className="mt-6 text-lg">{vehicleClass.name}</h3>
              <p className="mt-1 text-ink-muted">{vehicleClass.description}</p>
              <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 border-line border-t pt-4 text-ink-muted text-sm">
                <Room icon={glyphs.people} count={vehicleClass.passengers} one="passenger" />
                <Room icon={glyphs.bags} count={vehicleClass.luggage} one="bag" />
                {vehicleClass.mobility.includes("wheelchair") && (
                  <li className="flex items-center gap-2">
                    <Glyph d={glyphs.wheelchair} size={18} />
                    Wheelchair access
                  </li>
                )}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Band>
  );
}

function Room({ icon, count, one }: { icon: string; count: number; one: string }) {
  if (count === 0) return null;
  return (
    <li className="flex items-center gap-2">
      <Glyph d={icon} size={18} />
      {count === 1 ? `1 ${one}` : `Up to ${count} ${one}s`}
    </li>
  );
}

function Drive({ town }: { town: string }) {
  return (
    <section aria-labelledby="drive" className="border-line border-t bg-surface-raised">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-16 sm:px-6 md:grid-cols-[1fr_auto] md:items-center">
        <div className="max-w-2xl">
          <h2 className="text-xl" id="drive">
            Drive in {town} with trips booked ahead
          </h2>
          <p className="mt-2 text-ink-muted">
            Every job shows pickup, drop-off and fare before you accept it.
          </p>
        </div>
        <ButtonLink to="/joinUs" variant="secondary">
          Drive with us
        </ButtonLink>
      </div>
    </section>
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
        <div className="mt-8">{children}</div>
      </div>
    </section>
  );
}
