/**
 * What documents mean. The one in force counts until its successor is accepted: a renewal on its way
 * takes nothing from anybody. A required document that has expired at a pickup refuses the trip; one
 * that was never handed in is a warning, so that a kind newly required stops no fleet. Ends are told
 * of 30, 14, 7 and 1 days before, and when they have come; of several that are due only the nearest
 * is said.
 */
import {
  AffiliateDocumentKind,
  type DocumentKind,
  DriverDocumentKind,
  type RequirableKind,
  VehicleDocumentKind,
  VehiclePhotoKind,
} from "./contract";

/** How many days before a document expires its owner is reminded; 0 is when it expires. */
export const REMINDER_DAYS = [30, 14, 7, 1, 0] as const;

/** A document that ends within this time is near its end. */
export const EXPIRES_SOON_MS = 30 * 86_400_000;

/** Drivers are reminded of coming expiries from this hour of the operator's day. */
const EARLIEST_HOUR = 8;

/** Whose documents are of this kind. */
export function ownerOf(kind: DocumentKind): "driver" | "vehicle" | "affiliate" {
  if (AffiliateDocumentKind.safeParse(kind).success) return "affiliate";
  return DriverDocumentKind.safeParse(kind).success ? "driver" : "vehicle";
}

/** Whether a kind is a photo of a vehicle, not a paper. */
export function isPhoto(kind: DocumentKind): boolean {
  return VehiclePhotoKind.safeParse(kind).success;
}

/** Kinds of an owner that are papers, in the order in which they are shown. */
export function requirableKinds(owner: "driver" | "vehicle"): readonly RequirableKind[] {
  return owner === "driver" ? DriverDocumentKind.options : VehicleDocumentKind.options;
}

/** Kinds that are only good until a day: dispatch has to say which. */
export function requiresExpiryDate(kind: DocumentKind): boolean {
  return (
    kind === "driving_licence" ||
    kind === "vehicle_insurance" ||
    kind === "vehicle_registration" ||
    kind === "vehicle_inspection" ||
    kind === "affiliate_insurance" ||
    kind === "affiliate_licence"
  );
}

/** A document that counts: its kind and its end in ms UTC, null without one. */
export type DocumentInForce = { kind: string; expiresAt: number | null };

/** Required kinds that have expired at the instant (ms UTC). */
export function expiredKinds(
  inForce: readonly DocumentInForce[],
  required: readonly string[],
  at: number,
): DocumentKind[] {
  return inForce
    .filter(
      ({ kind, expiresAt }) => required.includes(kind) && expiresAt !== null && expiresAt <= at,
    )
    .map(({ kind }) => kind as DocumentKind);
}

/** Required kinds of an owner of which nothing is in force. */
export function missingKinds(
  owner: "driver" | "vehicle",
  inForce: readonly DocumentInForce[],
  required: readonly string[],
): DocumentKind[] {
  return requirableKinds(owner).filter(
    (kind) => required.includes(kind) && !inForce.some((each) => each.kind === kind),
  );
}

/**
 * The instant (ms UTC) at which a day written `2027-03-31` ends in a zone. Documents say the last day they are
 * valid; the database keeps the instant they end, which is the midnight after it on the operator's clocks.
 */
export function endOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone })
    .epochMilliseconds;
}

/** The last whole day before an instant (ms UTC) in a zone: the day of `endOfDay`. */
export function lastDay(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at - 1)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** Whole days that are left on the operator's calendar: 0 on the last one, below that once it has passed. */
export function daysLeft(expiresAt: number, now: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const last = Temporal.PlainDate.from(lastDay(expiresAt, timeZone));
  const { days } = today.toPlainDate().until(last, { largestUnit: "days" });
  // An end in the middle of a day, as demos have it: the document is expired from then on.
  return expiresAt <= now ? Math.min(days, -1) : days;
}

/**
 * Of `REMINDER_DAYS`, those that have come and were not told of. The last of them is said, and all
 * count as told. Nobody is woken for what is days away; the end itself is told of at once.
 */
export function dueReminders(
  expiresAt: number,
  now: number,
  remindedDays: readonly number[],
  timeZone: string,
): readonly number[] {
  const nearestRemindedDay = Math.min(...remindedDays, Number.POSITIVE_INFINITY);
  if (expiresAt <= now) return REMINDER_DAYS.filter((days) => days < nearestRemindedDay);
  const { hour } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  if (hour < EARLIEST_HOUR) return [];
  const left = daysLeft(expiresAt, now, timeZone);
  return REMINDER_DAYS.filter((days) => days > 0 && left <= days && days < nearestRemindedDay);
}
