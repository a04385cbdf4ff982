import type { Reservation, ReservationState } from "../../../src/reservations/contract";
import { stays } from "../../../src/reservations/rules";
import type { Settings } from "../../../src/settings/contract";
import type { Position } from "../../../src/tracking/contract";
import { LateMapView } from "../../map/late-map-view";
import { tripPins, tripRoute } from "../../map/trip-pins";
import { Card } from "../../ui/card";
import { DefinitionList } from "../../ui/definition-list";
import { FareLines } from "../../ui/fare-lines";
import { formatDistance, formatDuration } from "../../ui/measure";
import { formatMoment } from "../../ui/moment";
import { RouteLine } from "../../ui/route-line";
import { paymentFact, serviceFacts, stayWords } from "../../ui/service-facts";
import { extrasWords } from "../../ui/trip-words";

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
  const isOnePlace = stays(trip);
  const pins = tripPins(trip);
  return (
    <div className="grid gap-4 lg:row-span-2">
      <Card>
        <h2 className="mb-4 font-semibold text-lg">
          <time dateTime={trip.pickupAt}>
            {formatMoment(trip.pickupAt, trip.timeZone, "weekday")},{" "}
            {trip.willCall ? "when you call" : formatMoment(trip.pickupAt, trip.timeZone, "time")}
          </time>
        </h2>
        {pins.length > 0 && (
          <LateMapView
            car={car && { ...car, id: "car", name: trip.driver?.firstName ?? "your driver" }}
            className="mb-4 h-56 sm:h-72"
            label={`Map of trip ${trip.number}`}
            pins={pins}
            route={tripRoute(trip)}
          />
        )}
        <RouteLine
          dropoff={
            isOnePlace
              ? { name: stayWords(trip.serviceType, trip.hours) }
              : { name: trip.dropoff.name, detail: trip.dropoff.detail }
          }
          pickup={{ name: trip.pickup.name, detail: trip.pickup.detail }}
          stops={trip.stops}
        />
        <div className="mt-4 border-line border-t pt-2">
          <DefinitionList
            facts={[
              ...(trip.pickupInstructions
                ? [{ name: "Where to meet", value: trip.pickupInstructions }]
                : []),
              { name: "Passenger", value: trip.passenger.name },
              { name: "Car", value: trip.vehicleClass.name },
              { name: "Room for", value: roomWords(trip) },
              ...(isOnePlace || trip.onRequest
                ? []
                : [
                    {
                      name: "Distance",
                      value: `${formatDistance(trip.distanceMeters, settings.distanceUnit)}, ${formatDuration(trip.durationSeconds)}${trip.estimate ? " (estimate)" : ""}`,
                    },
                  ]),
              ...(trip.extras.length > 0
                ? [{ name: "Extras", value: extrasWords(trip.extras) }]
                : []),
              ...serviceFacts(trip.details),
              paymentFact(trip),
              ...(trip.flightNumber ? [{ name: "Flight", value: trip.flightNumber }] : []),
              ...(trip.note ? [{ name: "Note", value: trip.note }] : []),
            ]}
          />
        </div>
      </Card>
      <Card>
        <h2 className="mb-2 font-semibold text-lg">Price</h2>
        {trip.onRequest ? (
          <p className="text-ink-muted">
            {cameToNothing.includes(trip.state)
              ? "No price was agreed."
              : "On request. We look for the place on the map and tell you the price."}
          </p>
        ) : (
          <FareLines
            currency={trip.currency}
            estimate={trip.estimate && !isOnePlace}
            lines={trip.lines}
            totalLabel={cameToNothing.includes(trip.state) ? "Agreed price" : "Total"}
            totalMinor={trip.fareMinor}
          />
        )}
        {(trip.cancellationFeeMinor ?? 0) > 0 && trip.feeLines.length > 0 && (
          <div className="mt-4 border-line border-t pt-2">
            <FareLines
              currency={trip.currency}
              lines={trip.feeLines}
              totalLabel="To pay"
              totalMinor={trip.cancellationFeeMinor ?? 0}
            />
          </div>
        )}
      </Card>
    </div>
  );
}

function roomWords({ passengers, luggage }: Reservation): string {
  return `${passengers} ${passengers === 1 ? "passenger" : "passengers"}, ${luggage} ${luggage === 1 ? "suitcase" : "suitcases"}`;
}
