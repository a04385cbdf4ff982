import type { Say } from "../../words/words";
import type { ReservationRow } from "../../../src/reservations/contract";

/** What a trip's card shows: all of the trip that the page of trips hands to the browser. */
export interface CardFacts {
  id: string;
  state: ReservationRow["state"];
  pickupAt: string;
  pickup: string;
  /** Empty where the car is booked by the hour. */
  dropoff: string;
  stops: string[];
  /** Class, driver and plate, as far as they are known. */
  car: string;
  fareMinor: number;
  currency: string;
  onRequest: boolean;
  /** It waits for a call: its time is a guess. */
  willCall: boolean;
  /** "Way back of trip 1042"; empty for a single trip. */
  otherWay: string;
  /** Messages that wait to be read. */
  unread: number;
}

/** Takes from a row of the list what its card shows. */
export function cardFacts(row: ReservationRow, unread: number, t: Say): CardFacts {
  const { id, state, pickupAt, fareMinor, currency, onRequest, willCall } = row;
  let car = row.vehicleClass.name;
  if (row.driver) car += ` · ${row.driver.firstName}`;
  if (row.vehicle) car += ` · ${row.vehicle.plate}`;
  return {
    id,
    state,
    pickupAt,
    pickup: row.pickup.name,
    dropoff: row.serviceType === "hourly" ? "" : row.dropoff.name,
    stops: row.stops.map(({ name }) => name),
    car,
    fareMinor,
    currency,
    onRequest,
    willCall,
    unread,
    otherWay:
      row.otherWay === null
        ? ""
        : row.otherWay.leads === "there"
          ? t("Way back of trip {number}", { number: row.otherWay.number })
          : t("With a way back, trip {number}", { number: row.otherWay.number }),
  };
}
