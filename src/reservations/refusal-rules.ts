/** Describes for dispatch why a driver or a vehicle can't take a trip. */
import { documentName } from "../documents/kinds";
import type { Refusal } from "./refusal-contract";

/** Returns a refusal in words: "Seats 3, but the trip needs 4". */
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

/** Returns refusals in one line, each as a sentence. The last has no full stop. */
export function refusalsText(refusals: readonly Refusal[]): string {
  return refusals.map(refusalText).join(". ");
}

/** Whether two refusals are the same. An override for five passengers does not apply to four. */
export function isSameRefusal(a: Refusal, b: Refusal): boolean {
  return (["code", "document", "trip", "room", "needed", "mobility", "reason"] as const).every(
    (fact) => a[fact] === b[fact],
  );
}
