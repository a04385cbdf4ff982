import { phrase } from "../words/words";
import { useWords } from "../words/use-words";
import { NoticeBanner } from "./notice-banner";

/** The default text, if the operator has written none: `CLOSED_TEXT` of the settings. */
phrase("We are not taking bookings here right now. Please call us, or come back later.");

/** Says that online booking is closed, in the operator's words, and whom to call. */
export function BookingClosedBanner({ text, phone }: { text: string; phone: string | null }) {
  const t = useWords();
  return (
    <NoticeBanner
      action={
        phone && (
          <a
            className="inline-flex min-h-11 shrink-0 items-center font-medium underline underline-offset-4"
            href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
          >
            {t("Call us")}
          </a>
        )
      }
      tone="warning"
    >
      <p className="whitespace-pre-line break-words">{t.known(text)}</p>
    </NoticeBanner>
  );
}
