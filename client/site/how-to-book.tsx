import { PhoneLink } from "./phone-link";
import { ButtonLink } from "../ui/button-link";
import { OpeningHours } from "../ui/opening-hours";
import { RichSentence, useWords } from "../words/use-words";
import type { OperatorFacts } from "./operator-facts";

/** How to request a service: a price while booking is open, by phone, or in writing. Also shows the office hours. */
export function HowToBook({
  operator: { town, phone, openingHours, bookingClosed },
}: {
  operator: OperatorFacts;
}) {
  const t = useWords();
  return (
    <aside
      aria-label={t("How to book")}
      className="rounded-xl border border-line bg-surface-raised p-6 shadow-sm"
    >
      <h2 className="text-lg">{t("Book in {town}", { town })}</h2>
      <div className="mt-4 grid gap-2">
        {!bookingClosed && (
          <ButtonLink to="/reservation" wide>
            {t("Get a price")}
          </ButtonLink>
        )}
        <ButtonLink to="/contact-us" variant={bookingClosed ? "primary" : "secondary"} wide>
          {t("Write to us")}
        </ButtonLink>
      </div>
      {phone && (
        <p className="mt-4 text-ink-muted">
          <RichSentence phone={<PhoneLink phone={phone} />} text="Or call {phone}" />
        </p>
      )}
      {openingHours && (
        <div className="mt-4 border-line border-t pt-4">
          <p className="mb-2 font-medium text-sm">{t("Office hours")}</p>
          <OpeningHours week={openingHours} />
        </div>
      )}
    </aside>
  );
}
