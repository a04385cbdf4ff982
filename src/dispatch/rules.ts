/**
 * Who may take a trip. A driver must be active; a vehicle must be in service for the whole time of the trip, large enough and
 * equipped for the passenger's mobility; no document that the operator requires of either may have
 * expired at the pickup. Neither may have another trip in the time this one takes. The database refuses an overlap, and a time out of
 * service, as well. What the operator asks beyond the law and the possible, an owner may override for
 * one trip, with the reason; nothing else can be talked round.
 * A trip that another follows too closely for the way between them is a warning: the way is an
 * estimate, and dispatch may know better.
 */
import { durationText } from "../fares/money-rules";
import type { DocumentKind } from "../documents/contract";
import { documentName } from "../documents/kinds";
import { expiredKinds, type InForce, missingKinds } from "../documents/rules";
import type { Refusal, RefusalCode } from "../reservations/refusal-contract";
import type { Mobility } from "../vehicles/class-contract";

/**
 * What an owner may override, and what follows for the trip. Not here: who is suspended, what the law
 * asks of every driver and car on the road, a car that is out of service, and two trips at once.
 */
const consequences: Partial<Record<RefusalCode, string>> = {
  "driver.document_expired": "The driver will take passengers without a document you require.",
  "vehicle.document_expired": "The vehicle will take passengers without a document you require.",
  "vehicle.too_small": "There may not be a seat for every passenger.",
  "vehicle.luggage": "The luggage may not fit.",
  "vehicle.mobility": "The passenger may not be able to board or ride secured.",
};

/** What follows when a refusal is overridden; null for one that never is. */
export function consequenceOf(code: string): string | null {
  return consequences[code as RefusalCode] ?? null;
}

/** Whether a driver or vehicle can be assigned by an override: something is refused, and all of it may be. */
export function isOverridable(refusals: readonly { code: string }[]): boolean {
  return refusals.length > 0 && refusals.every(({ code }) => consequenceOf(code) !== null);
}

/** Another trip of the same driver or vehicle, the next one before or after this one. */
export type Neighbour = {
  number: number;
  side: "before" | "after";
  /** From where the earlier one ends to where the later one begins. */
  gapSeconds: number;
  travelSeconds: number;
};

/** Why a driver or vehicle may be late although their trips do not overlap. */
export function tightConnections(neighbours: readonly Neighbour[]): string[] {
  return neighbours
    .filter(({ gapSeconds, travelSeconds }) => travelSeconds > gapSeconds)
    .map(({ number, side, gapSeconds, travelSeconds }) => {
      const way = `about ${durationText(Math.ceil(travelSeconds / 60))} drive`;
      const time = `${durationText(Math.max(0, Math.floor(gapSeconds / 60)))} between them`;
      return side === "before"
        ? `After trip #${number}: ${way}, ${time}`
        : `Before trip #${number}: ${way}, ${time}`;
    });
}

/** What of a trip decides; `pickupAt` in ms UTC. */
export type TripNeeds = {
  pickupAt: number;
  passengers: number;
  luggage: number;
  mobility: Mobility;
};

/** Documents that count, and the kinds that the operator requires. */
export type Papers = { documents: readonly InForce[]; required: readonly string[] };

/** Kinds with a code of their own. */
const paperCodes: Partial<Record<DocumentKind, RefusalCode>> = {
  driving_licence: "driver.licence_expired",
  vehicle_insurance: "vehicle.insurance_expired",
  vehicle_registration: "vehicle.registration_expired",
};

function paperRefusals(papers: Papers, pickupAt: number, code: RefusalCode): Refusal[] {
  return expiredKinds(papers.documents, papers.required, pickupAt).map((document) => ({
    code: paperCodes[document] ?? code,
    document,
  }));
}

/** Required documents that nobody has ever handed in: dispatch may know of them. */
export function paperWarnings(owner: "driver" | "vehicle", papers: Papers): string[] {
  return missingKinds(owner, papers.documents, papers.required).map(
    (kind) => `${documentName(kind)} missing`,
  );
}

/** Why a driver can't take the trip; empty when they can. `overlap` names the other reservation. */
export function driverRefusals(
  driver: { state: "active" | "suspended" } & Papers,
  trip: TripNeeds,
  overlap: number | null,
): Refusal[] {
  const refusals: Refusal[] = [];
  if (driver.state === "suspended") refusals.push({ code: "driver.suspended" });
  refusals.push(...paperRefusals(driver, trip.pickupAt, "driver.document_expired"));
  if (overlap !== null) refusals.push({ code: "driver.overlap", trip: overlap });
  return refusals;
}

/**
 * Why a vehicle can't take the trip; empty when it can. `overlap` names the other reservation, `outage` is
 * a time out of service that the trip would reach into.
 */
export function vehicleRefusals(
  vehicle: {
    state: "active" | "out_of_service";
    passengers: number;
    luggage: number;
    mobility: readonly string[];
  } & Papers,
  trip: TripNeeds,
  overlap: number | null,
  outage: { reason: string } | null,
): Refusal[] {
  const refusals: Refusal[] = [];
  if (vehicle.state === "out_of_service") refusals.push({ code: "vehicle.out_of_service" });
  else if (outage) refusals.push({ code: "vehicle.out_of_service", reason: outage.reason });
  const { passengers, luggage, mobility } = trip;
  if (vehicle.passengers < passengers)
    refusals.push({ code: "vehicle.too_small", room: vehicle.passengers, needed: passengers });
  if (vehicle.luggage < luggage)
    refusals.push({ code: "vehicle.luggage", room: vehicle.luggage, needed: luggage });
  if (mobility !== "ambulatory" && !vehicle.mobility.includes(mobility))
    refusals.push({ code: "vehicle.mobility", mobility });
  refusals.push(...paperRefusals(vehicle, trip.pickupAt, "vehicle.document_expired"));
  if (overlap !== null) refusals.push({ code: "vehicle.overlap", trip: overlap });
  return refusals;
}
