import { useEffect, useRef } from "react";
import type { QuoteAnswer } from "../../../src/reservations/quotes/quote-contract";
import type { Settings } from "../../../src/settings/contract";
import type { BookingDraft } from "../../booking/draft";
import { buttonStyle } from "../../ui/button-style";
import { formatDistance, formatDuration } from "../../ui/measure";
import { formatMoment } from "../../ui/moment";
import { TripPrice } from "../../ui/trip-price";
import { VehicleArt } from "../../ui/vehicle-art";
import { useWords } from "../../words/use-words";
import { saveChosenClass } from "./quoting";

/** A ride with its prices, stored as the booking draft. */
export interface PricedRide {
  draft: BookingDraft;
  quote: QuoteAnswer;
}

/** The ride's price in each class that fits, with a link to the booking. */
export function RidePrices({
  priced: { draft, quote },
  settings,
}: {
  priced: PricedRide;
  settings: Settings;
}) {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { options, currency, onRequest, distanceMeters, durationSeconds, estimate } = quote;
  const routeFacts = {
    distance: formatDistance(distanceMeters, settings.distanceUnit, t),
    duration: formatDuration(durationSeconds, t),
  };
  const choose = (vehicleClassId: string) => {
    // The address says nothing about the ride, because the booking reads it from the draft.
    location.assign(saveChosenClass(draft, vehicleClassId));
  };
  return (
    <section aria-labelledby="ride-prices" className="mt-6 border-line border-t pt-4">
      <h3 className="text-lg outline-none" id="ride-prices" ref={heading} tabIndex={-1}>
        {onRequest ? t("Choose your car") : t("Your prices")}
      </h3>
      <p className="mt-1 text-ink-muted text-sm">
        {formatMoment(quote.pickupAt, settings.timeZone, "weekday", t)}
        {t.known(", ")}
        {formatMoment(quote.pickupAt, settings.timeZone, "time")}
        {onRequest
          ? `. ${t("We’ll tell you the price before anything is agreed.")}`
          : ` · ${estimate ? t("{distance}, about {duration} (estimate)", routeFacts) : t("{distance}, about {duration}", routeFacts)}`}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {options.map((option) => {
          const { id, illustration } = option.vehicleClass;
          const name = t.known(option.vehicleClass.name, "name");
          return (
            <li className="flex items-center gap-3 py-3" key={id}>
              <VehicleArt className="w-16 shrink-0" kind={illustration} />
              <span className="min-w-0 flex-1 break-words font-medium">
                {name}
                <TripPrice
                  className="block font-normal text-ink-muted rtl:text-end"
                  trip={{ fareMinor: option.fareMinor, currency, onRequest }}
                />
              </span>
              <button
                aria-label={t("Book {car}", { car: name })}
                className={buttonStyle()}
                onClick={() => choose(id)}
                type="button"
              >
                {t.in("a verb", "Book")}
              </button>
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-ink-muted text-sm">
        {!onRequest && `${t("Full prices, valid for 15 minutes.")} `}
        {t("No account needed until you book.")}
      </p>
    </section>
  );
}
