/** Why somebody or something can't take a trip, in dispatch's words. */
import { documentName } from "../documents/kinds";
import type { Refusal } from "./refusal-contract";

/** A refusal as dispatch reads it: "Seats 3, but the trip needs 4". */
export function refusalText({
  code,
  document,
  trip,
  room,
  needed,
  mobility,
  reason,
}: Refusal): string {
  switch (code) {
    case "driver.suspended":
      return "Suspended";
    case "driver.overlap":
      return `Has trip #${trip} at that time`;
    case "vehicle.overlap":
      return `Is on trip #${trip} at that time`;
    case "vehicle.out_of_service":
      return reason === undefined ? "Out of service" : `Out of service at that time: ${reason}`;
    case "vehicle.too_small":
      return `Seats ${room}, but the trip needs ${needed}`;
    case "vehicle.luggage":
      return `Takes ${room} bags, but the trip has ${needed}`;
    case "vehicle.mobility":
      return `Not equipped for ${mobility?.replaceAll("_", " ")}`;
    case "driver.licence_expired":
      return "Licence expired at the pickup time";
    case "vehicle.insurance_expired":
      return "Insurance expired at the pickup time";
    case "vehicle.registration_expired":
      return "Registration expired at the pickup time";
    default:
      return `${document ? documentName(document) : "A document"} expired at the pickup time`;
  }
}

/** Refusals in one line, a sentence each but without the last stop. */
export function refusalsText(refusals: readonly Refusal[]): string {
  return refusals.map(refusalText).join(". ");
}

/** Whether two refusals are the same: what was overridden for five is not overridden for four. */
export function isSameRefusal(a: Refusal, b: Refusal): boolean {
  return (["code", "document", "trip", "room", "needed", "mobility", "reason"] as const).every(
    (fact) => a[fact] === b[fact],
  );
}
