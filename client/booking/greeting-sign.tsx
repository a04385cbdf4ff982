import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { TextField } from "../ui/text-field";
import { type BookingDraft, serviceTypeOf } from "./draft";
import { useWords } from "../words/use-words";

/** The extra by which operators charge for the sign; operators without it offer the sign for free. */
const EXTRA = "greeting-sign";

/** The name on the greeting sign; shown once a sign is chosen. */
export function GreetingSign({
  draft,
  quote,
  update,
}: {
  draft: BookingDraft;
  quote: QuoteAnswer;
  update: (change: Partial<BookingDraft>) => void;
}) {
  const t = useWords();
  const priced = quote.extras.some(({ id }) => id === EXTRA);
  const chosen = draft.extras.some(({ id }) => id === EXTRA);
  if (serviceTypeOf(draft) !== "airport_pickup" || (priced && !chosen)) return null;
  return (
    <TextField
      autoComplete="off"
      hint={t("Your driver holds it up at arrivals. If left empty, it shows the passenger's name.")}
      label={t("Name on the greeting sign")}
      maxLength={80}
      name="greetingSign"
      onChange={(event) => update({ greetingSign: event.target.value })}
      optional
      value={draft.greetingSign}
    />
  );
}
