import { Link } from "@tanstack/react-router";
import type { OpeningHours as Week } from "../../src/settings/hours-contract";
import type { ReactNode } from "react";
import { Brand } from "./brand";
import { ButtonLink } from "./button-link";
import { Glyph } from "./glyph";
import { OpeningHours } from "./opening-hours";
import { SkipLink } from "./skip-link";
import { DemoBanner } from "./demo-banner";

/** What the public pages say about the operator. */
export interface OperatorFacts {
  brand: string;
  /** The brand in paths: `/{brandSlug}Client`. */
  brandSlug: string;
  town: string;
  phone?: string | null;
  email?: string | null;
  openingHours?: Week | null;
  demo?: boolean;
}

const ways = [
  { label: "Services", href: "/#services" },
  { label: "How it works", href: "/#how" },
  { label: "Vehicles", href: "/#vehicles" },
  { label: "Drive with us", href: "/joinUs" },
  { label: "Contact", href: "/contact-us" },
];

/** Header, page and footer of the public site. Works without scripts; the menu is a `<details>`. */
export function PublicShell({
  operator,
  errand,
  children,
}: {
  operator: OperatorFacts;
  /** The visitor is here for something else than a ride: the header does not offer one. */
  errand?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col [--bar:4rem]">
      <SkipLink />
      {operator.demo && <DemoBanner />}
      <header className="sticky top-0 z-30 border-line border-b bg-surface/95 backdrop-blur-sm">
        <div className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-4 sm:px-6">
          <Link className="me-auto flex min-h-11 min-w-0 items-center rounded-sm" to="/">
            <Brand name={operator.brand} />
          </Link>
          <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
            {ways.map(({ label, href }) => (
              <a
                className="flex min-h-11 items-center rounded-md px-3 text-ink-muted text-sm transition hover:text-ink"
                href={href}
                key={href}
              >
                {label}
              </a>
            ))}
          </nav>
          <div className="flex items-center gap-2">
            <Link
              className="hidden min-h-11 items-center rounded-md px-3 font-medium text-sm transition hover:bg-surface-sunken sm:flex"
              to={"/trips" as string}
            >
              My trips
            </Link>
            {!errand && (
              <ButtonLink className="!text-sm" to="/reservation">
                Book a ride
              </ButtonLink>
            )}
            <details className="group relative lg:hidden">
              <summary
                aria-label="Menu"
                className="grid size-11 list-none place-content-center rounded-md text-ink-muted hover:bg-surface-sunken"
              >
                <Glyph d="M4 5h16M4 12h16M4 19h16" size={22} />
              </summary>
              <nav
                aria-label="Menu"
                className="absolute end-0 top-13 w-60 rounded-lg border border-line bg-surface-raised p-2 shadow-lg"
              >
                {[...ways, { label: "My trips", href: "/trips" }].map(({ label, href }) => (
                  <a
                    className="flex min-h-11 items-center rounded-md px-3 hover:bg-surface-sunken"
                    href={href}
                    key={href}
                  >
                    {label}
                  </a>
                ))}
              </nav>
            </details>
          </div>
        </div>
      </header>
      <main className="flex-1" id="content" tabIndex={-1}>
        {children}
      </main>
      <PublicFooter operator={operator} />
    </div>
  );
}

function PublicFooter({ operator }: { operator: OperatorFacts }) {
  const { brand, brandSlug, town, phone, email, openingHours } = operator;
  const link =
    "inline-flex min-h-11 items-center text-ink-muted transition hover:text-ink sm:min-h-8";
  return (
    <footer className="border-line border-t bg-surface-sunken">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-12 text-sm sm:grid-cols-2 sm:px-6 lg:grid-cols-4">
        <div className="lg:col-span-2">
          <Brand name={brand} />
          <p className="mt-4 max-w-xs text-ink-muted">
            Cars with drivers in {town}, booked ahead at a price you know.
          </p>
          <p className="mt-4 text-ink-muted text-xs">
            Data: GeoNames (CC BY 4.0), IP2Location LITE
          </p>
        </div>
        <nav aria-label="Riders and drivers">
          <p className="mb-2 font-semibold">Go to</p>
          <ul>
            <li>
              <a className={link} href="/reservation">
                Book a ride
              </a>
            </li>
            <li>
              <a className={link} href={`/${brandSlug}Client`}>
                Rider sign-in
              </a>
            </li>
            <li>
              <a className={link} href={`/${brandSlug}Driver`}>
                Driver sign-in
              </a>
            </li>
          </ul>
        </nav>
        <div>
          <p className="mb-2 font-semibold">Contact</p>
          <ul>
            {phone && (
              <li>
                <a className={link} href={`tel:${phone.replace(/[^+0-9]/g, "")}`}>
                  {phone}
                </a>
              </li>
            )}
            {email && (
              <li>
                <a className={link} href={`mailto:${email}`}>
                  {email}
                </a>
              </li>
            )}
            <li>
              <a className={link} href="/contact-us">
                Write to us
              </a>
            </li>
            <li className="py-1 text-ink-muted">{town}</li>
          </ul>
          {openingHours && (
            <div className="mt-2">
              <p className="sr-only">Opening hours</p>
              <OpeningHours week={openingHours} />
            </div>
          )}
        </div>
      </div>
    </footer>
  );
}
