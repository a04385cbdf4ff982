import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import {
  type BookingDraft,
  chosenOption,
  hasReturnTrip,
  destinationOf,
  stopsOf,
  totalMinorOf,
} from "../booking/draft";
import { dayWords } from "../ui/local-clock";
import { Button } from "../ui/button";
import { formatMoney } from "../ui/money";
import { RadioCards } from "../ui/radio-cards";
import { TripPrice } from "../ui/trip-price";
import { useWords } from "../words/use-words";
import { ContinueBooking } from "./continue-booking";

/** Shows the trip in one line, every suitable class with its full price, and the button to continue. */
export function Prices({
  draft,
  quote,
  update,
  onChange,
  onContinue,
}: {
  draft: BookingDraft;
  quote: QuoteAnswer;
  update: (change: Partial<BookingDraft>) => void;
  /** Returns to the trip form. */
  onChange: () => void;
  /** Called when the booking continues in another tab. */
  onContinue: () => void;
}) {
  const t = useWords();
  const { currency, onRequest, options } = quote;
  const chosen = chosenOption(draft);
  return (
    <div className="grid gap-4">
      <div className="rounded-md bg-surface-sunken px-4 py-3 text-sm">
        <p className="break-words font-medium">
          {[draft.from.place, ...stopsOf(draft), destinationOf(draft)]
            .map((place) => place?.name)
            .join(t.dir ? " ← " : " → ")}
        </p>
        <p className="mt-1 text-ink-muted">
          {draft.asap ? t("As soon as possible") : `${dayWords(draft.date, t)}, ${draft.time}`}
        </p>
        {hasReturnTrip(draft) && (
          <p className="text-ink-muted">
            {t("Return trip")}: {dayWords(draft.back.date, t)}, {draft.back.time}
          </p>
        )}
        <Button className="mt-2" onClick={onChange} size="small" variant="secondary">
          {t("Change the trip")}
        </Button>
      </div>
      <RadioCards
        legend={t("Car")}
        isLegendHidden
        name="vehicleClass"
        onValue={(vehicleClassId) => update({ vehicleClassId })}
        options={options.map((option) => ({
          value: option.vehicleClass.id,
          title: t.known(option.vehicleClass.name, "name"),
          detail: t.count(option.vehicleClass.passengers, "{n} passenger", "{n} passengers"),
          aside: (
            <TripPrice trip={{ fareMinor: totalMinorOf(quote, option), currency, onRequest }} />
          ),
        }))}
        value={chosen?.vehicleClass.id ?? null}
      />
      <p className="text-ink-muted text-sm">
        {onRequest
          ? t("Choose a car. We’ll tell you the price.")
          : t("The price is fixed. Only waiting beyond the free minutes costs extra.")}
      </p>
      <ContinueBooking draft={draft} onContinue={onContinue}>
        <Button aria-describedby="new-tab" disabled={!chosen} type="submit" wide>
          {!chosen
            ? t("Choose a car")
            : onRequest
              ? t("Continue")
              : t("Continue · {price}", {
                  price: formatMoney(totalMinorOf(quote, chosen), currency, t),
                })}
        </Button>
        <p className="text-center text-ink-muted text-sm" id="new-tab">
          {t("Your booking continues in a new tab.")}
        </p>
      </ContinueBooking>
    </div>
  );
}
