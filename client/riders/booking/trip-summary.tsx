import type { QuoteAnswer, QuoteOption } from "../../../src/reservations/contract";
import { FareLines } from "../../ui/fare-lines";
import { TripPrice } from "../../ui/trip-price";
import { RouteLine } from "../../ui/route-line";
import { stayWords } from "../../ui/service-facts";
import { VehicleArt } from "../../ui/vehicle-art";
import { type BookingDraft, serviceTypeOf, staysPut, stopsOf } from "./draft";
import { dayWords } from "./local-clock";
import type { BookingStep } from "./search";
import { hasPins, TripMap } from "./trip-map";

/** Beside the steps on a wide screen: the trip as far as it is known, at the end its price in lines. */
export function TripSummary({
  draft,
  quote,
  option,
  step,
}: {
  draft: BookingDraft | null;
  quote: QuoteAnswer | null;
  option: QuoteOption | null;
  step: BookingStep;
}) {
  const last = step === "confirm" && quote !== null && option !== null && !quote.onRequest;
  const mapped = draft !== null && hasPins(draft);
  return (
    <>
      {draft && mapped ? (
        <TripMap className={step === "where" ? "h-80" : "h-56"} draft={draft} quote={quote} />
      ) : (
        <VehicleArt
          className="mx-auto w-full max-w-72"
          kind={option?.vehicleClass.illustration ?? "sedan"}
        />
      )}
      <h2 className="mt-6 text-lg">{option ? option.vehicleClass.name : "Your trip"}</h2>
      {last ? (
        <div className="mt-2">
          <FareLines
            currency={quote.currency}
            estimate={quote.estimate && draft !== null && !staysPut(draft)}
            lines={option.lines}
            totalMinor={option.fareMinor}
          />
        </div>
      ) : draft?.from.text ? (
        <div className="mt-4 grid gap-4">
          <RouteLine
            dense
            dropoff={{
              name: staysPut(draft)
                ? stayWords(serviceTypeOf(draft), draft.hours)
                : draft.to.text || "Where to?",
            }}
            pickup={{ name: draft.from.text }}
            stops={stopsOf(draft)}
          />
          {draft.date && step !== "where" && (
            <p className="text-ink-muted text-sm">
              {dayWords(draft.date)}, {draft.time}
            </p>
          )}
          {quote && option && (
            <p className="flex items-baseline justify-between gap-4 border-line border-t pt-4 font-semibold text-lg">
              {quote.onRequest ? "Price" : "Total"}
              <TripPrice
                trip={{
                  fareMinor: option.fareMinor,
                  currency: quote.currency,
                  onRequest: quote.onRequest,
                }}
              />
            </p>
          )}
        </div>
      ) : (
        <p className="mt-2 text-ink-muted">
          One price for the whole trip, agreed before you get in. You see it before you sign in.
        </p>
      )}
    </>
  );
}
