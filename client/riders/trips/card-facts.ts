import { plateText } from "../../ui/plate-text";
import type { Say } from "../../words/words";
import type { RiderTrip } from "../../../src/reservations/contract";

/** The data of a trip's card, which is all that the list sends to the browser. Rare fields are optional. */
export interface CardFacts {
  id: string;
  state: RiderTrip["state"];
  pickupAt: string;
  pickup: string;
  /** The drop-off; empty for hourly hire. */
  dropoff: string;
  stops?: string[];
  /** The class, driver and plate, if known. */
  car: string;
  fareMinor: number;
  currency: string;
  onRequest?: true;
  /** The trip waits for a call, so its time is only an estimate. */
  willCall?: true;
  /** Such as "Return trip of trip 1042". */
  otherLeg?: string;
  /** Such as "Vehicle 1/2", if the booking has several. */
  order?: string;
  /** Unread messages. */
  unread?: number;
}

/** Returns the card's data from a row of the list. */
export function cardFacts(row: RiderTrip, unread: number, t: Say): CardFacts {
  const { id, state, pickupAt, fareMinor, currency, otherLeg } = row;
  const plate = row.vehicle && plateText(row.vehicle.plate);
  const parts = [t.known(row.vehicleClass.name, "name"), row.driver?.firstName, plate];
  // In languages written from right to left, each part is isolated, because names and plates are written from left to
  // right.
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
