/**
 * Records what visitors report as lost or found with the forms of the public site, without an account. A report is in
 * the register at once. It is shown to no driver, and on a rider's own list only if the rider was signed in, because
 * anybody can enter any booking's number.
 */
import { foundItems, lostReports } from "../../db/schema/property";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { endOfTrip } from "../reservations/feedback/feedback-queries";
import { readLocalTime } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import type { Description, ReturnWish } from "./contract";
import { nextItemNumber } from "./item-actions";
import { logPropertyEvent } from "./log-actions";
import { nextReportNumber } from "./report-actions";
import { keepUntil, reportableUntil, acceptedReportTime } from "./rules";
import type { z } from "zod";
import { findRow, insertRow } from "../../db/rows";

/** What a form contains about the item and the ride. */
type PropertyReport = z.infer<typeof Description> & {
  /** The booking's number. Null if none was given. */
  tripNumber: number | null;
  /** `2026-11-20` in the operator's calendar. Empty if unknown. */
  day: string;
};

/**
 * Returns the trip of the given number, if somebody rode on it recently. For a signed-in rider, only their own trip. No
 * answer reveals whether the trip exists, because numbers can be guessed.
 */
function reportedTrip(deps: Deps, tx: Tx, number: number | null, riderId: string | null) {
  if (number === null) return null;
  const trip = findRow(tx, reservations, { number });
  if (!trip || (riderId !== null && trip.riderId !== riderId)) return null;
  const endedAt = endOfTrip(tx, trip.id);
  const until = reportableUntil({ state: trip.state, endedAt });
  if (until === null || endedAt === null || deps.now() >= until) return null;
  return { trip, endedAt };
}

/**
 * Returns noon of the given day, or now without a day. 400 that names the field for a day in the future or too long
 * ago.
 */
function reportTimeOf(deps: Deps, day: string): number {
  if (day === "") return deps.now();
  const noon = readLocalTime(`${day}T12:00`, readOperator(deps).timeZone);
  const at = noon.kind === "ok" ? acceptedReportTime(noon.at, deps.now()) : null;
  if (at === null)
    throw new AppError("request.invalid", {
      fields: { day: "Choose a day in the last twelve months." },
    });
  return at;
}

/**
 * Records a visitor's report of a lost item. `contact` is an address or a number in the form stored for riders,
 * `riderId` is that of a signed-in rider. 400 for an impossible day. Returns the report's number.
 */
export function addLostReport(
  tx: Tx,
  deps: Deps,
  { tripNumber, day, ...thing }: PropertyReport & { wish: ReturnWish },
  reporter: { name: string; contact: string; riderId: string | null },
): number {
  const now = deps.now();
  const rideFacts = reportedTrip(deps, tx, tripNumber, reporter.riderId);
  const lostAt = rideFacts && day === "" ? rideFacts.endedAt : reportTimeOf(deps, day);
  const id = Bun.randomUUIDv7();
  const number = nextReportNumber(tx);
  insertRow(tx, lostReports, {
    ...thing,
    wishNote: "",
    id,
    number,
    state: "open",
    version: 1,
    source: reporter.riderId === null ? "website" : "rider",
    riderId: reporter.riderId,
    reservationId: rideFacts?.trip.id ?? null,
    vehicleId: rideFacts?.trip.vehicleId ?? null,
    driverId: rideFacts?.trip.driverId ?? null,
    reporterName: reporter.name,
    contact: reporter.contact,
    lostAt,
    createdAt: now,
    updatedAt: now,
  });
  // Logged as a rider, so that the name is deleted from the log together with that in the report.
  const actor = { kind: "rider" as const, id: reporter.riderId, name: reporter.name };
  logPropertyEvent(tx, deps, { kind: "lost_report", id, number }, actor, now, "reported");
  return number;
}

/**
 * Records an item that a visitor found. Only the contact message of this number names the visitor, and dispatch replies
 * to it. 400 for an impossible day. Returns the item's number.
 */
export function addFoundItem(
  tx: Tx,
  deps: Deps,
  { tripNumber, day, ...details }: PropertyReport,
  messageNumber: number,
): number {
  const now = deps.now();
  const rideFacts = reportedTrip(deps, tx, tripNumber, null);
  const foundAt = rideFacts && day === "" ? rideFacts.endedAt : reportTimeOf(deps, day);
  const id = Bun.randomUUIDv7();
  const number = nextItemNumber(tx);
  insertRow(tx, foundItems, {
    ...details,
    id,
    number,
    state: "kept",
    version: 1,
    reservationId: rideFacts?.trip.id ?? null,
    vehicleId: rideFacts?.trip.vehicleId ?? null,
    driverId: null,
    finderName: "A visitor",
    storage: "",
    foundAt,
    keepUntil: keepUntil(now, details.category, deps.config.foundItemDays),
    createdAt: now,
    updatedAt: now,
  });
  const website = { kind: "system" as const, id: null, name: "Website" };
  logPropertyEvent(tx, deps, { kind: "found_item", id, number }, website, now, "found", {
    detail: { message: messageNumber },
  });
  return number;
}
