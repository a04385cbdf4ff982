import { Luggage, Users } from "lucide-react";
import type { FormEvent } from "react";
import type { QuoteAnswer, QuoteOption } from "../../../../src/reservations/quotes/quote-contract";
import { Button } from "../../../ui/button";
import { formatDistance, formatDuration } from "../../../ui/measure";
import { RadioCards } from "../../../ui/radio-cards";
import { VehicleArt } from "../../../ui/vehicle-art";
import { type BookingDraft, endsWhereItBegins, serviceTypeOf } from "../../../booking/draft";
import { ExtrasField } from "../../../booking/fields/extras-field";
import { GreetingSign } from "../../../booking/greeting-sign";
import { optionName } from "../../../booking/option-name";
import { ContinueBar } from "./continue-bar";
import { TotalOfBothTrips, nextStepText, OptionPrice } from "./quote-prices";
import { TripMap } from "../../../booking/trip-map";
import { UnavailableClasses } from "./unavailable-classes";
import { RouteField } from "../../../booking/fields/route-field";
import { useWords } from "../../../words/use-words";

/** The third step: each class with its full price, and the choices that come with it. */
export function CarStep({
  draft,
  update,
  quote,
  chosen,
  distanceUnit,
  busy,
  isPriceOutdated,
  onDone,
}: {
  draft: BookingDraft;
  update: (change: Partial<BookingDraft>) => void;
  quote: QuoteAnswer;
  chosen: QuoteOption | null;
  distanceUnit: "km" | "mi";
  busy: boolean;
  /** Whether the prices shown are outdated because this trip has none yet. */
  isPriceOutdated: boolean;
  onDone: () => void;
}) {
  const t = useWords();
  const isRoundTrip = endsWhereItBegins(draft);
  const hours = draft.kind === "hourly" ? draft.hours : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !isPriceOutdated) onDone();
  };
  const { options, distanceMeters, durationSeconds, estimate } = quote;
  return (
    <form method="post" className="grid gap-6" onSubmit={submit}>
      <div className="lg:hidden empty:hidden">
        {!quote.onRequest && !isRoundTrip && (
          <TripMap className="h-44" draft={draft} quote={quote} />
        )}
      </div>
      <RouteField
        distanceUnit={distanceUnit}
        onRoute={(way) => update({ way })}
        quote={quote}
        way={draft.way}
      />
      <div>
        <p className="mb-4 text-ink-muted text-sm">
          {hours !== null
            ? t.count(hours, "Car and driver for {n} hour.", "Car and driver for {n} hours.")
            : quote.onRequest || isRoundTrip
              ? ""
              : `${formatDistance(distanceMeters, distanceUnit, t)}${t.known(", ")}${formatDuration(durationSeconds, t)}${estimate ? ` ${t("(estimate)")}` : ""}.`}{" "}
          {quote.onRequest
            ? t("Choose a car. We’ll tell you the price.")
            : t("The price is fixed. Only waiting beyond the free minutes costs extra.")}
          {quote.returnTrip && !quote.onRequest && ` ${t("The prices are for both trips.")}`}
        </p>
        {options.some(({ vehicles }) => vehicles) && (
          <p className="mb-4">
            {t(
              "None of our cars has room for everybody. These cars drive together, as one booking.",
            )}
          </p>
        )}
        <RadioCards
          legend={t("Car")}
          isLegendHidden
          name="vehicleClass"
          onValue={(vehicleClassId) => update({ vehicleClassId })}
          options={options.map((option) => {
            const { vehicleClass } = option;
            return {
              value: vehicleClass.id,
              title: optionName(option, t),
              detail: (
                <>
                  <span className="hidden sm:block">
                    {t.known(vehicleClass.description, "name")}
                  </span>
                  <Capacity luggage={vehicleClass.luggage} passengers={vehicleClass.passengers} />
                </>
              ),
              media: (
                <VehicleArt
                  className="w-14 min-[22.5rem]:w-20 sm:w-32"
                  kind={vehicleClass.illustration}
                />
              ),
              aside: <OptionPrice option={option} quote={quote} />,
            };
          })}
          value={chosen?.vehicleClass.id ?? null}
        />
      </div>
      <UnavailableClasses unfit={quote.unfit} />
      <ExtrasField chosen={draft.extras} onChosen={(extras) => update({ extras })} quote={quote} />
      {serviceTypeOf(draft) === "airport_pickup" && (
        <GreetingSign entry={draft} offeredExtras={quote.extras} update={update} />
      )}
      {chosen && !quote.onRequest && (
        <TotalOfBothTrips draft={draft} option={chosen} quote={quote} />
      )}
      <ContinueBar>
        <Button busy={busy} disabled={!chosen || isPriceOutdated} size="large" type="submit" wide>
          {nextStepText(quote, chosen, t)}
        </Button>
      </ContinueBar>
    </form>
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
