import type { OfferedExtra } from "../../src/fares/contract";
import { TextField } from "../ui/text-field";
import type { BookingDraft } from "./draft";
import { useWords } from "../words/use-words";

/** The extra with which operators charge for the sign. Operators without this extra offer the sign for free. */
const GREETING_SIGN_EXTRA = "greeting-sign";

/** The name on the greeting sign of a trip from an airport; shown once a sign is chosen. */
export function GreetingSign({
  offeredExtras,
  entry,
  update,
}: {
  offeredExtras: readonly OfferedExtra[];
  entry: Pick<BookingDraft, "extras" | "greetingSign">;
  update: (change: Pick<BookingDraft, "greetingSign">) => void;
}) {
  const t = useWords();
  const isGreetingSign = ({ id }: { id: string }) => id === GREETING_SIGN_EXTRA;
  if (offeredExtras.some(isGreetingSign) && !entry.extras.some(isGreetingSign)) return null;
  return (
    <TextField
      autoComplete="off"
      hint={t(
        "The driver holds up this sign at arrivals. If you leave this empty, the sign shows the passenger’s name.",
      )}
      label={t("Name on the greeting sign")}
      maxLength={80}
      name="greetingSign"
      onChange={(event) => update({ greetingSign: event.target.value })}
      optional
      value={entry.greetingSign}
    />
  );
}
