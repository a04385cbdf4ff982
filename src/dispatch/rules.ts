/**
 * Decides who can take a trip. A driver must be active. A vehicle must be in service for the whole trip, large enough
 * and equipped for the passenger's mobility. No required document of either may have expired at the pickup. Neither may
 * have another trip at that time. The database also refuses overlaps and out-of-service periods. An owner can override
 * the operator's own rules for one trip, with a reason, but not the law or physical limits. A tight connection is only
 * a warning, because driving times are estimates and dispatch may know better.
 */
import { durationText } from "../fares/money-rules";
import type { DocumentKind } from "../documents/contract";
import { documentName } from "../documents/kinds";
import { expiredKinds, type DocumentInForce, missingKinds } from "../documents/rules";
import type { Refusal, RefusalCode } from "../reservations/refusal-contract";
import type { Mobility } from "../vehicles/class-contract";

/**
 * The rules that an owner can override, with the consequence for the trip. Not included: suspension, documents that the
 * law requires, a vehicle out of service, and overlapping trips.
 */
const overrideConsequences: Partial<Record<RefusalCode, string>> = {
  "driver.document_expired": "The driver will take passengers without a document that you require.",
  "vehicle.document_expired":
    "The vehicle will take passengers without a document that you require.",
  "vehicle.too_small": "There may not be a seat for every passenger.",
  "vehicle.luggage": "The luggage may not fit.",
  "vehicle.mobility": "The passenger may not be able to board or ride secured.",
};

/** Returns the consequence of overriding a refusal, or null if it cannot be overridden. */
export function overrideConsequence(code: string): string | null {
  return overrideConsequences[code as RefusalCode] ?? null;
}

/** Whether a driver or vehicle can be assigned by an override: it has refusals, and all can be overridden. */
export function isOverridable(refusals: readonly { code: string }[]): boolean {
  return refusals.length > 0 && refusals.every(({ code }) => overrideConsequence(code) !== null);
}

/** The previous or next trip of the same driver or vehicle. */
export type NeighbourTrip = {
  number: number;
  side: "before" | "after";
  /** The time from the end of the earlier trip to the start of the later one. */
  gapSeconds: number;
  travelSeconds: number;
};

/** Returns why a driver or vehicle may be late although their trips do not overlap. */
export function tightConnections(neighbours: readonly NeighbourTrip[]): string[] {
  return neighbours
    .filter(({ gapSeconds, travelSeconds }) => travelSeconds > gapSeconds)
    .map(({ number, side, gapSeconds, travelSeconds }) => {
      const drive = `about ${durationText(Math.ceil(travelSeconds / 60))} drive`;
      const time = `${durationText(Math.max(0, Math.floor(gapSeconds / 60)))} between the two trips`;
      return side === "before"
        ? `After trip #${number}: ${drive}, ${time}`
        : `Before trip #${number}: ${drive}, ${time}`;
    });
}

/** The facts of a trip that decide who can take it. `pickupAt` is in ms UTC. */
export type TripNeeds = {
  pickupAt: number;
  passengers: number;
  luggage: number;
  mobility: Mobility;
};

/** Valid documents, and the kinds of document that the operator requires. */
export type OwnerDocuments = { documents: readonly DocumentInForce[]; required: readonly string[] };

/** Kinds of document with their own error code. */
const expiryRefusalCodes: Partial<Record<DocumentKind, RefusalCode>> = {
  driving_licence: "driver.licence_expired",
  vehicle_insurance: "vehicle.insurance_expired",
  vehicle_registration: "vehicle.registration_expired",
};

function documentRefusals(
  ownerDocuments: OwnerDocuments,
  pickupAt: number,
  code: RefusalCode,
): Refusal[] {
  return expiredKinds(ownerDocuments.documents, ownerDocuments.required, pickupAt).map(
    (document) => ({
      code: expiryRefusalCodes[document] ?? code,
      document,
    }),
  );
}

/**
 * Returns required documents that were never submitted. They are only warnings, because dispatch may know about them.
 */
export function documentWarnings(
  owner: "driver" | "vehicle",
  ownerDocuments: OwnerDocuments,
): string[] {
  return missingKinds(owner, ownerDocuments.documents, ownerDocuments.required).map(
    (kind) => `${documentName(kind)} missing`,
  );
}

/** Returns why a driver cannot take the trip. Empty if they can. `overlap` is the number of the other reservation. */
export function driverRefusals(
  driver: { state: "active" | "suspended" } & OwnerDocuments,
  trip: TripNeeds,
  overlap: number | null,
): Refusal[] {
  const refusals: Refusal[] = [];
  if (driver.state === "suspended") refusals.push({ code: "driver.suspended" });
  refusals.push(...documentRefusals(driver, trip.pickupAt, "driver.document_expired"));
  if (overlap !== null) refusals.push({ code: "driver.overlap", trip: overlap });
  return refusals;
}

/**
 * Returns why a vehicle cannot take the trip. Empty if it can. `overlap` is the number of the other reservation,
 * `outage` an out-of-service period that overlaps the trip.
 */
export function vehicleRefusals(
  vehicle: {
    state: "active" | "out_of_service";
    passengers: number;
    luggage: number;
    mobility: readonly string[];
  } & OwnerDocuments,
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
  refusals.push(...documentRefusals(vehicle, trip.pickupAt, "vehicle.document_expired"));
  if (overlap !== null) refusals.push({ code: "vehicle.overlap", trip: overlap });
  return refusals;
}
