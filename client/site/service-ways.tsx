import { ButtonLink } from "../ui/button-link";
import { OpeningHours } from "../ui/opening-hours";
import type { OperatorFacts } from "./operator-facts";

/** How to ask for a service: a price here while riders may book, by phone, or in writing; and when the office answers. */
export function ServiceWays({
  operator: { town, phone, openingHours, bookingClosed },
}: {
  operator: OperatorFacts;
}) {
  return (
    <aside
      aria-label="How to book"
      className="rounded-xl border border-line bg-surface-raised p-6 shadow-sm"
    >
      <h2 className="text-lg">Book it in {town}</h2>
      <div className="mt-4 grid gap-2">
        {!bookingClosed && (
          <ButtonLink to="/reservation" wide>
            Get a price
          </ButtonLink>
        )}
        <ButtonLink to="/contact-us" variant={bookingClosed ? "primary" : "secondary"} wide>
          Write to us
        </ButtonLink>
      </div>
      {phone && (
        <p className="mt-4 text-ink-muted">
          Or call{" "}
          <a
            className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
            href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
          >
            {phone}
          </a>
        </p>
      )}
      {openingHours && (
        <div className="mt-4 border-line border-t pt-4">
          <p className="mb-2 font-medium text-sm">The office answers</p>
          <OpeningHours week={openingHours} />
        </div>
      )}
    </aside>
  );
}
