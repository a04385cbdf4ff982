import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { BookingDraft } from "../booking/draft";
import { Checkbox } from "../ui/checkbox";
import { formatMoney } from "../ui/money";
import { TextField } from "../ui/text-field";

/** The extras, each with a checkbox, and a quantity where more than one is possible. */
export function ExtraRows({
  quote,
  chosen,
  onChosen,
}: {
  quote: QuoteAnswer;
  chosen: BookingDraft["extras"];
  onChosen: (extras: BookingDraft["extras"]) => void;
}) {
  const setQuantity = (id: string, quantity: number) => {
    const others = chosen.filter((extra) => extra.id !== id);
    onChosen(quantity > 0 ? [...others, { id, quantity }] : others);
  };
  return (
    <fieldset className="sm:grid sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-4">
      <legend className="float-start mb-1 font-medium text-sm sm:col-start-1 sm:pt-2">
        Extras
      </legend>
      <div className="clear-both sm:col-start-2 sm:row-start-1">
        {quote.extras.map(({ id, name, amountMinor, maxQuantity }) => {
          const quantity = chosen.find((extra) => extra.id === id)?.quantity ?? 0;
          const price = amountMinor === 0 ? "free" : formatMoney(amountMinor, quote.currency);
          return (
            <div className="flex items-center gap-3" key={id}>
              <Checkbox
                checked={quantity > 0}
                className="min-w-0 flex-1"
                label={
                  <>
                    {name} <span className="text-ink-muted">· {price}</span>
                  </>
                }
                name={`extra-${id}`}
                onChange={({ target: { checked } }) => setQuantity(id, checked ? 1 : 0)}
              />
              {quantity > 0 && maxQuantity > 1 && (
                <TextField
                  className="w-20"
                  dense
                  label={`Number of ${name}`}
                  labelHidden
                  max={maxQuantity}
                  min={1}
                  name={`quantity-${id}`}
                  onChange={({ target: { value } }) =>
                    setQuantity(id, Math.min(maxQuantity, Math.max(1, Number(value) || 1)))
                  }
                  type="number"
                  value={quantity}
                />
              )}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
