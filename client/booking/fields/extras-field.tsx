import type { QuoteAnswer } from "../../../src/reservations/quotes/quote-contract";
import { formatMoney } from "../../ui/money";
import type { BookingDraft } from "../draft";
import { CounterField } from "./counter-field";
import { useWords } from "../../words/use-words";

/** The extras, each with its price and quantity. */
export function ExtrasField({
  quote,
  chosen,
  onChosen,
}: {
  quote: Pick<QuoteAnswer, "extras" | "currency">;
  chosen: BookingDraft["extras"];
  onChosen: (extras: BookingDraft["extras"]) => void;
}) {
  const t = useWords();
  if (quote.extras.length === 0) return null;
  const setQuantity = (id: string, quantity: number) => {
    const others = chosen.filter((extra) => extra.id !== id);
    onChosen(quantity > 0 ? [...others, { id, quantity }] : others);
  };
  return (
    <section aria-labelledby="extras">
      <h2 className="mb-2 font-semibold text-lg" id="extras">
        {t("Extras")}
      </h2>
      <div className="divide-y divide-line border-line border-y">
        {quote.extras.map(({ id, name, description, amountMinor, maxQuantity }) => (
          <CounterField
            detail={[
              amountMinor === 0 ? t("Free") : formatMoney(amountMinor, quote.currency, t),
              t.known(description, "name"),
            ]
              .filter(Boolean)
              .join(" · ")}
            key={id}
            label={t.known(name, "name")}
            max={maxQuantity}
            min={0}
            onValue={(quantity) => setQuantity(id, quantity)}
            value={chosen.find((extra) => extra.id === id)?.quantity ?? 0}
          />
        ))}
      </div>
    </section>
  );
}
