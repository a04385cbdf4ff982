import type { Say } from "../../words/words";
import type { RiderTrip } from "../../../src/reservations/contract";

/**
 * What a trip's card shows: all of the trip that the page of trips hands to the browser. What most trips do not
 * have is left out.
 */
export interface CardFacts {
  id: string;
  state: RiderTrip["state"];
  pickupAt: string;
  pickup: string;
  /** Empty where the car is booked by the hour. */
  dropoff: string;
  stops?: string[];
  /** Class, driver and plate, as far as they are known. */
  car: string;
  fareMinor: number;
  currency: string;
  onRequest?: true;
  /** It waits for a call: its time is a guess. */
  willCall?: true;
  /** "Way back of trip 1042". */
  otherLeg?: string;
  /** Messages that wait to be read. */
  unread?: number;
}

/** Takes from a row of the list what its card shows. */
export function cardFacts(row: RiderTrip, unread: number, t: Say): CardFacts {
  const { id, state, pickupAt, fareMinor, currency, otherLeg } = row;
  let car = t.known(row.vehicleClass.name, "name");
  if (row.driver) car += ` · ${row.driver.firstName}`;
  if (row.vehicle) car += ` · ${row.vehicle.plate}`;
  return {
    id,
    state,
    pickupAt,
    pickup: row.pickup.name,
    dropoff: row.serviceType === "hourly" ? "" : row.dropoff.name,
    ...(row.stops.length > 0 && { stops: row.stops.map(({ name }) => name) }),
    car,
    fareMinor,
    currency,
    ...(row.onRequest && { onRequest: true }),
    ...(row.willCall && { willCall: true }),
    ...(unread > 0 && { unread }),
    ...(otherLeg && {
      otherLeg:
        otherLeg.leads === "there"
          ? t("Way back of trip {number}", { number: otherLeg.number })
          : t("With a way back, trip {number}", { number: otherLeg.number }),
    }),
  };
}
