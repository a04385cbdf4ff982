/**
 * Rules for documents. The document in force stays valid until its successor is accepted, so a renewal under review
 * takes away no right. If a required document has expired at the pickup, the trip is refused. If it was never
 * submitted, that is only a warning, so that a newly required kind does not stop the fleet. Reminders are sent 30, 14,
 * 7 and 1 days before the expiry and on it. If several are due, only the nearest is sent.
 */
import {
  AffiliateDocumentKind,
  type DocumentKind,
  DriverDocumentKind,
  type RequirableKind,
  VehicleDocumentKind,
  VehiclePhotoKind,
} from "./contract";

/** How many days before a document expires its owner is reminded. 0 is the expiry itself. */
export const REMINDER_DAYS = [30, 14, 7, 1, 0] as const;

/** How long before its expiry a document counts as expiring soon. */
export const EXPIRES_SOON_MS = 30 * 86_400_000;

/** The hour of the operator's day from which drivers are reminded of coming expiries. */
const EARLIEST_REMINDER_HOUR = 8;

/** Returns whose documents are of this kind. */
export function ownerOf(kind: DocumentKind): "driver" | "vehicle" | "affiliate" {
  if (AffiliateDocumentKind.safeParse(kind).success) return "affiliate";
  return DriverDocumentKind.safeParse(kind).success ? "driver" : "vehicle";
}

/** Whether a kind is a photo of a vehicle and not a document. */
export function isPhoto(kind: DocumentKind): boolean {
  return VehiclePhotoKind.safeParse(kind).success;
}

/** Returns the kinds of an owner's documents, without photos, in the order in which they are shown. */
export function requirableKinds(owner: "driver" | "vehicle"): readonly RequirableKind[] {
  return owner === "driver" ? DriverDocumentKind.options : VehicleDocumentKind.options;
}

/** Whether documents of a kind expire, so that dispatch must enter the last day. */
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

/** A document in force: its kind and its expiry in ms UTC, or null if it does not expire. */
export type DocumentInForce = { kind: string; expiresAt: number | null };

/** Returns the required kinds that have expired at an instant (ms UTC). */
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

/** Returns an owner's required kinds for which no document is in force. */
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
 * Returns the instant (ms UTC) at which a day such as `2027-03-31` ends in a time zone. Documents state the last day on
 * which they are valid. The database stores the instant at which they expire: the midnight after that day on the
 * operator's clocks.
 */
export function endOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone })
    .epochMilliseconds;
}

/** Returns the last whole day before an instant (ms UTC) in a time zone, the reverse of `endOfDay`. */
export function lastDay(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at - 1)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** Returns how many whole days are left on the operator's calendar: 0 on the last day, negative after it. */
export function daysLeft(expiresAt: number, now: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const lastValidDay = Temporal.PlainDate.from(lastDay(expiresAt, timeZone));
  const { days } = today.toPlainDate().until(lastValidDay, { largestUnit: "days" });
  // Demo documents may expire in the middle of a day, and count as expired from then on.
  return expiresAt <= now ? Math.min(days, -1) : days;
}

/**
 * Returns those of `REMINDER_DAYS` that are due and not sent yet. Only the last one is sent, and all of them then count
 * as sent. Reminders before the expiry wait for the morning, and the one for the expiry is sent at once.
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
  if (hour < EARLIEST_REMINDER_HOUR) return [];
  const remainingDays = daysLeft(expiresAt, now, timeZone);
  return REMINDER_DAYS.filter(
    (days) => days > 0 && remainingDays <= days && days < nearestRemindedDay,
  );
}
