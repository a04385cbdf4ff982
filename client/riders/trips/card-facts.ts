import { plateText } from "../../ui/plate-text";
import type { Say } from "../../words/words";
import type { RiderTrip } from "../../../src/reservations/contract";

/** The data of a trip's card: all that the list hands to the browser. Rare facts are optional. */
export interface CardFacts {
  id: string;
  state: RiderTrip["state"];
  pickupAt: string;
  pickup: string;
  /** Empty for hourly hire. */
  dropoff: string;
  stops?: string[];
  /** Class, driver and plate, as far as known. */
  car: string;
  fareMinor: number;
  currency: string;
  onRequest?: true;
  /** It waits for a call: its time is only an estimate. */
  willCall?: true;
  /** "Return trip of trip 1042". */
  otherLeg?: string;
  /** "Vehicle 1/2", of several of one booking. */
  order?: string;
  /** Unread messages. */
  unread?: number;
}

/** Picks the card's data from a row of the list. */
export function cardFacts(row: RiderTrip, unread: number, t: Say): CardFacts {
  const { id, state, pickupAt, fareMinor, currency, otherLeg } = row;
  const plate = row.vehicle && plateText(row.vehicle.plate);
  const parts = [t.known(row.vehicleClass.name, "name"), row.driver?.firstName, plate];
  // Isolated from each other where words run from the right: names and plates run from the left.
  const car = parts.filter(Boolean).map((part) => (t.dir ? `\u2068${part}\u2069` : part));
  return {
    id,
    state,
    pickupAt,
    pickup: row.pickup.name,
    dropoff: row.serviceType === "hourly" ? "" : row.dropoff.name,
    ...(row.stops.length > 0 && { stops: row.stops.map(({ name }) => name) }),
    car: car.join(" · "),
    fareMinor,
    currency,
    ...(row.onRequest && { onRequest: true }),
    ...(row.willCall && { willCall: true }),
    ...(unread > 0 && { unread }),
    ...(row.order && { order: linkedVehicleText(row.order, t) }),
    ...(otherLeg && {
      otherLeg:
        otherLeg.leads === "there"
          ? t("Return trip of trip {number}", { number: otherLeg.number })
          : t("Return trip: trip {number}", { number: otherLeg.number }),
    }),
  };
}

/** "Vehicle 1/2". */
export function linkedVehicleText(
  { position, count }: NonNullable<RiderTrip["order"]>,
  t: Say,
): string {
  return `${t("Vehicle")} ${position}/${count}`;
}
