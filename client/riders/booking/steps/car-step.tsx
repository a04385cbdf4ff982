import { ChevronDown, Luggage, Users } from "lucide-react";
import type { FormEvent } from "react";
import type { QuoteAnswer, QuoteOption } from "../../../../src/reservations/quotes/quote-contract";
import { Button } from "../../../ui/button";
import { FareLines } from "../../../ui/fare-lines";
import { formatDistance, formatDuration } from "../../../ui/measure";
import { formatMoney } from "../../../ui/money";
import { RadioCards } from "../../../ui/radio-cards";
import { TripPrice } from "../../../ui/trip-price";
import { VehicleArt } from "../../../ui/vehicle-art";
import { backOption, type BookingDraft, staysPut, totalMinorOf } from "../../../booking/draft";
import { ExtrasField } from "../../../booking/fields/extras-field";
import { GreetingSign } from "../../../booking/greeting-sign";
import { NextBar } from "./next-bar";
import { TripMap } from "../../../booking/trip-map";
import { UnfitCars } from "./unfit-cars";
import { WaysField } from "../../../booking/fields/ways-field";
import { useWords } from "../../../words/use-words";

/** The third step: which car, each with its whole price, and what comes with it. */
export function CarStep({
  draft,
  update,
  quote,
  chosen,
  distanceUnit,
  busy,
  blocked,
  onDone,
}: {
  draft: BookingDraft;
  update: (change: Partial<BookingDraft>) => void;
  quote: QuoteAnswer;
  chosen: QuoteOption | null;
  distanceUnit: "km" | "mi";
  busy: boolean;
  /** The prices shown are not those of the trip: there are none for it. */
  blocked: boolean;
  onDone: () => void;
}) {
  const t = useWords();
  const still = staysPut(draft);
  const hours = draft.kind === "hourly" ? draft.hours : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !blocked) onDone();
  };
  const { options, currency, distanceMeters, durationSeconds } = quote;
  // Paid by the hour, no way was measured.
  const estimate = quote.estimate && !still;
  return (
    <form method="post" className="grid gap-6" onSubmit={submit}>
      <div className="lg:hidden empty:hidden">
        {!quote.onRequest && !still && <TripMap className="h-44" draft={draft} quote={quote} />}
      </div>
      <WaysField
        distanceUnit={distanceUnit}
        onWay={(way) => update({ way })}
        quote={quote}
        way={draft.way}
      />
      <div>
        <p className="mb-4 text-ink-muted text-sm">
          {hours !== null
            ? t("Car and driver for {hours} hours.", { hours })
            : quote.onRequest || still
              ? ""
              : `${formatDistance(distanceMeters, distanceUnit, t)}, ${formatDuration(durationSeconds, t)}${estimate ? ` ${t("(estimate)")}` : ""}.`}{" "}
          {quote.onRequest
            ? t("Choose the car; the price follows.")
            : t("The price is fixed; only waiting beyond the free minutes adds to it.")}
          {quote.wayBack && !quote.onRequest && ` ${t("The prices are for both ways.")}`}
        </p>
        <RadioCards
          legend={t("Car")}
          legendHidden
          name="vehicleClass"
          onValue={(vehicleClassId) => update({ vehicleClassId })}
          options={options.map((option) => {
            const { vehicleClass } = option;
            return {
              value: vehicleClass.id,
              title: vehicleClass.name,
              detail: (
                <>
                  <span className="hidden sm:block">{vehicleClass.description}</span>
                  <Capacity luggage={vehicleClass.luggage} passengers={vehicleClass.passengers} />
                </>
              ),
              media: (
                <VehicleArt
                  className="w-14 min-[22.5rem]:w-20 sm:w-32"
                  kind={vehicleClass.illustration}
                />
              ),
              aside: (
                <TripPrice
                  trip={{
                    fareMinor: totalMinorOf(quote, option),
                    currency,
                    onRequest: quote.onRequest,
                  }}
                />
              ),
            };
          })}
          value={chosen?.vehicleClass.id ?? null}
        />
      </div>
      <UnfitCars unfit={quote.unfit} />
      <ExtrasField chosen={draft.extras} onChosen={(extras) => update({ extras })} quote={quote} />
      <GreetingSign draft={draft} quote={quote} update={update} />
      {chosen && !quote.onRequest && (
        <BothPrices estimate={estimate} option={chosen} quote={quote} />
      )}
      <NextBar>
        <Button busy={busy} disabled={!chosen || blocked} size="large" type="submit" wide>
          {!chosen
            ? t("Choose a car")
            : quote.onRequest
              ? t("Continue")
              : t("Continue · {price}", {
                  price: formatMoney(totalMinorOf(quote, chosen), currency, t),
                })}
        </Button>
      </NextBar>
    </form>
  );
}

/** How the price is made, of each way where there are two, with the price of each beside it. */
export function BothPrices({
  quote,
  option,
  estimate,
}: {
  quote: QuoteAnswer;
  option: QuoteOption;
  estimate: boolean;
}) {
  const t = useWords();
  const back = backOption(quote, option);
  const { currency } = quote;
  if (!back) return <PriceDetails currency={currency} estimate={estimate} option={option} />;
  return (
    <div className="grid gap-2">
      <PriceDetails
        currency={currency}
        estimate={estimate}
        option={option}
        title={t("Way there")}
      />
      <PriceDetails
        currency={currency}
        estimate={quote.wayBack?.estimate ?? false}
        option={back}
        title={t("Way back")}
      />
    </div>
  );
}

/** The lines of a price, folded away until asked for. */
function PriceDetails({
  option,
  currency,
  estimate,
  title,
}: {
  option: QuoteOption;
  currency: string;
  estimate: boolean;
  /** Which way it is, where there are two. */
  title?: string;
}) {
  const t = useWords();
  return (
    <details className="group rounded-lg border border-line bg-surface-raised">
      <summary className="flex min-h-12 items-center justify-between gap-4 rounded-lg px-4 font-medium">
        {title ? (
          <span className="flex flex-1 justify-between gap-4">
            {title}
            <span className="tabular-nums">{formatMoney(option.fareMinor, currency, t)}</span>
          </span>
        ) : (
          t("How this price is made")
        )}
        <ChevronDown
          aria-hidden="true"
          className="shrink-0 text-ink-muted transition group-open:rotate-180"
          size={18}
        />
      </summary>
      <div className="px-4 pb-4">
        <FareLines
          currency={currency}
          estimate={estimate}
          lines={option.lines}
          totalMinor={option.fareMinor}
        />
      </div>
    </details>
  );
}

function Capacity({ passengers, luggage }: { passengers: number; luggage: number }) {
  const t = useWords();
  return (
    <span className="mt-1 flex gap-3 tabular-nums">
      <span className="inline-flex items-center gap-1">
        <Users aria-hidden="true" size={14} />
        <span className="sr-only">{t("Passengers:")} </span>
        {passengers}
      </span>
      <span className="inline-flex items-center gap-1">
        <Luggage aria-hidden="true" size={14} />
        <span className="sr-only">{t("Suitcases:")} </span>
        {luggage}
      </span>
    </span>
  );
}
