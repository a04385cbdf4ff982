import type { Reservation, ReservationState } from "../../../src/reservations/contract";
import { stays } from "../../../src/reservations/rules";
import type { Settings } from "../../../src/settings/contract";
import type { Position } from "../../../src/tracking/contract";
import { LazyMapView } from "../../map/lazy-map-view";
import { tripPins, tripRoute } from "../../map/trip-pins";
import { Card } from "../../ui/card";
import { DefinitionList } from "../../ui/definition-list";
import { FareLines } from "../../ui/fare-lines";
import { formatDistance, formatDuration } from "../../ui/measure";
import { formatMoment } from "../../ui/moment";
import { RouteLine } from "../../ui/route-line";
import { paymentFact, serviceFacts, stayWords } from "../../ui/service-facts";
import { extrasWords } from "../../ui/trip-words";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";

/** A trip that ends so is not paid by its price. */
const cameToNothing: readonly ReservationState[] = ["cancelled", "no_show", "rejected"];

/** When and where, for whom, and the price in its lines. */
export function TripDetails({
  trip,
  settings,
  car,
}: {
  trip: Reservation;
  settings: Settings;
  /** Where the car is, while the rider may know. */
  car: Position | null;
}) {
  const t = useWords();
  const isOnePlace = stays(trip);
  const pins = tripPins(trip);
  return (
    <div className="grid gap-4 lg:row-span-2">
      <Card>
        <h2 className="mb-4 font-semibold text-lg">
          <time dateTime={trip.pickupAt}>
            {formatMoment(trip.pickupAt, trip.timeZone, "weekday", t)},{" "}
            {trip.willCall
              ? t("when you call")
              : formatMoment(trip.pickupAt, trip.timeZone, "time")}
          </time>
        </h2>
        {pins.length > 0 && (
          <LazyMapView
            car={car && { ...car, id: "car", name: trip.driver?.firstName ?? t("your driver") }}
            className="mb-4 h-56 sm:h-72"
            label={t("Map of trip {number}", { number: trip.number })}
            pins={pins}
            route={tripRoute(trip)}
          />
        )}
        <RouteLine
          dropoff={
            isOnePlace
              ? { name: stayWords(trip.serviceType, trip.hours, t) }
              : { name: trip.dropoff.name, detail: trip.dropoff.detail }
          }
          pickup={{ name: trip.pickup.name, detail: trip.pickup.detail }}
          stops={trip.stops}
        />
        <div className="mt-4 border-line border-t pt-2">
          <DefinitionList
            facts={[
              ...(trip.pickupInstructions
                ? [{ name: t("Where to meet"), value: trip.pickupInstructions }]
                : []),
              { name: t("Passenger"), value: trip.passenger.name },
              { name: t("Car"), value: trip.vehicleClass.name },
              { name: t("Room for"), value: roomWords(trip, t) },
              ...(isOnePlace || trip.onRequest
                ? []
                : [
                    {
                      name: t("Distance"),
                      value: wayWords(trip, settings.distanceUnit, t),
                    },
                  ]),
              ...(trip.extras.length > 0
                ? [{ name: t("Extras"), value: extrasWords(trip.extras) }]
                : []),
              ...serviceFacts(trip.details, t),
              paymentFact(trip, t),
              ...(trip.flightNumber ? [{ name: t("Flight"), value: trip.flightNumber }] : []),
              ...(trip.note ? [{ name: t("Note"), value: trip.note }] : []),
            ]}
          />
        </div>
      </Card>
      <Card>
        <h2 className="mb-2 font-semibold text-lg">{t("Price")}</h2>
        {trip.onRequest ? (
          <p className="text-ink-muted">
            {cameToNothing.includes(trip.state)
              ? t("No price was agreed.")
              : t("On request. We’ll tell you the price before anything is agreed.")}
          </p>
        ) : (
          <FareLines
            currency={trip.currency}
            estimate={trip.estimate && !isOnePlace}
            lines={trip.lines}
            totalLabel={cameToNothing.includes(trip.state) ? t("Agreed price") : t("Total")}
            totalMinor={trip.fareMinor}
          />
        )}
        {(trip.cancellationFeeMinor ?? 0) > 0 && trip.feeLines.length > 0 && (
          <div className="mt-4 border-line border-t pt-2">
            <FareLines
              currency={trip.currency}
              lines={trip.feeLines}
              totalLabel={t("To pay")}
              totalMinor={trip.cancellationFeeMinor ?? 0}
            />
          </div>
        )}
      </Card>
    </div>
  );
}

function roomWords({ passengers, luggage }: Reservation, t: Say): string {
  return `${t.count(passengers, "{n} passenger", "{n} passengers")}, ${t.count(luggage, "{n} suitcase", "{n} suitcases")}`;
}

/** How far it is and how long it takes. */
function wayWords(
  { distanceMeters, durationSeconds, estimate }: Reservation,
  unit: Settings["distanceUnit"],
  t: Say,
): string {
  const way = `${formatDistance(distanceMeters, unit, t)}, ${formatDuration(durationSeconds, t)}`;
  return estimate ? `${way} ${t("(estimate)")}` : way;
}
