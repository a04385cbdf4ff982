/** Changes lost reports: records, searches, matches and closes them. */
import { and, count, desc, eq } from "drizzle-orm";
import {
  foundItems,
  lostReports,
  type StoredFoundItem,
  type StoredLostReport,
} from "../../db/schema/property";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { readTypedContact } from "../accounts/contact-queries";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { notifyDriver } from "../notifications/outbox";
import { queueMessage, queueRiderMessage } from "../notifications/outbox";
import { itemFound } from "../notifications/texts/account-texts";
import type { Language } from "../settings/languages/languages-contract";
import { endOfTrip } from "../reservations/feedback/feedback-queries";
import { readLocalTime } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { type ReportLostItem, RecordLostReport } from "./contract";
import { logPropertyEvent } from "./log-actions";
import { insertPhotoRow, withPhoto } from "../files/photos";
import { loadItem, loadMyReport, loadReport } from "./queries";
import { type CloseReport, type MatchLostReport, RecordSearch } from "./register-contract";
import { isSearchOpen, MAX_REPORTS_PER_TRIP, reportableUntil } from "./rules";
import { loadTrip } from "../reservations/trip-queries";
import { requireSeen, writeNextVersion } from "../rows";
import { findRow, insertRow } from "../../db/rows";

type LostReportChanges = Partial<Omit<StoredLostReport, "id" | "number" | "version">>;

/** Changes a report. 409 if it is no longer at the version that the caller saw. */
function changeReport(
  tx: Tx,
  row: StoredLostReport,
  version: number,
  now: number,
  changes: LostReportChanges,
) {
  const seenReport = { id: row.id, version };
  return writeNextVersion(
    tx,
    lostReports,
    seenReport,
    { ...changes, updatedAt: now },
    "property.stale",
  );
}

/** As `changeReport`, for an item. */
export function changeItem(
  tx: Tx,
  row: StoredFoundItem,
  version: number,
  now: number,
  changes: Partial<Omit<StoredFoundItem, "id" | "number" | "version">>,
): StoredFoundItem {
  const seenItem = { id: row.id, version };
  return writeNextVersion(
    tx,
    foundItems,
    seenItem,
    { ...changes, updatedAt: now },
    "property.stale",
  );
}

/** Returns the number for the next report. */
export function nextReportNumber(tx: Tx): number {
  const last = tx
    .select({ number: lostReports.number })
    .from(lostReports)
    .orderBy(desc(lostReports.number))
    .limit(1)
    .get();
  return (last?.number ?? 0) + 1;
}

/**
 * Records a rider's report of an item lost on one of their trips, and notifies the driver. 404 for the trip of another
 * rider, 409 before the trip was driven and 90 days after it, 422 after five reports for a trip, 413 and 415 for the
 * photo. Returns the report's id.
 */
export async function reportLostItem(
  deps: Deps,
  rider: Actor & { id: string },
  reservationId: string,
  { photo, ...input }: ReportLostItem,
): Promise<string> {
  // Checked before the picture is processed.
  requireReportableTrip(deps, deps.db as Tx, rider.id, reservationId);
  return withPhoto(deps, { account: rider.id }, photo, (file) =>
    deps.write((tx) => {
      const now = deps.now();
      const { trip, endedAt } = requireReportableTrip(deps, tx, rider.id, reservationId);
      const id = Bun.randomUUIDv7();
      const number = nextReportNumber(tx);
      insertRow(tx, lostReports, {
        ...input,
        contact: contactOf(deps, input.contact),
        id,
        number,
        state: "open",
        version: 1,
        source: "rider",
        riderId: rider.id,
        reservationId,
        vehicleId: trip.vehicleId,
        driverId: trip.driverId,
        reporterName: rider.name,
        photoFileId: file?.id ?? null,
        lostAt: endedAt,
        createdAt: now,
        updatedAt: now,
      });
      insertPhotoRow(
        tx,
        file,
        { ownerKind: "rider", ownerId: rider.id, purpose: "lost_report" },
        now,
      );
      logPropertyEvent(tx, deps, { kind: "lost_report", id, number }, rider, now, "reported");
      if (trip.driverId)
        notifyDriver(tx, deps, trip.driverId, (t) => ({
          title: t("Lost on trip {number}", { number: trip.number }),
          body: t("{what}. Please look in your car.", { what: input.what }),
          href: `/driver/dashboard/trips/${trip.id}`,
          reservationId: trip.id,
        }));
      return id;
    }),
  );
}

function requireReportableTrip(deps: Deps, tx: Tx, riderId: string, id: string) {
  const trip = loadTrip(tx, { actor: { kind: "rider", id: riderId }, id });
  const endedAt = endOfTrip(tx, id);
  const until = reportableUntil({ state: trip.state, endedAt });
  if (until === null || endedAt === null || deps.now() >= until)
    throw new AppError("property.not_reportable");
  const reported = tx
    .select({ count: count() })
    .from(lostReports)
    // Reports of visitors do not count, because a visitor can enter any booking's number.
    .where(and(eq(lostReports.reservationId, id), eq(lostReports.riderId, riderId)))
    .get();
  if ((reported?.count ?? 0) >= MAX_REPORTS_PER_TRIP)
    throw new AppError("property.too_many_reports");
  return { trip, endedAt };
}

/** Returns the trip of a number that was given on the phone. 400 that names the field for an unknown number. */
export function tripByNumber(tx: Tx, number: number) {
  const trip = findRow(tx, reservations, { number });
  if (!trip)
    throw new AppError("request.invalid", {
      fields: { reservationNumber: "No booking has this number." },
    });
  return trip;
}

/** Records a report that dispatch takes on the phone. Returns its id. */
export async function recordPhoneReport(
  deps: Deps,
  admin: Actor,
  input: RecordLostReport,
): Promise<string> {
  const { reservationNumber, lostLocal, ...fields } = RecordLostReport.parse(input);
  const lostAt = lostLocal === null ? null : parseLostTime(deps, lostLocal);
  return deps.write((tx) => {
    const now = deps.now();
    const trip = reservationNumber === null ? null : tripByNumber(tx, reservationNumber);
    const contact = contactOf(deps, fields.contact);
    const id = Bun.randomUUIDv7();
    const number = nextReportNumber(tx);
    insertRow(tx, lostReports, {
      ...fields,
      contact,
      id,
      number,
      state: "open",
      version: 1,
      source: "phone",
      riderId: trip?.riderId ?? null,
      reservationId: trip?.id ?? null,
      vehicleId: trip?.vehicleId ?? null,
      driverId: trip?.driverId ?? null,
      lostAt: lostAt ?? (trip ? (endOfTrip(tx, trip.id) ?? trip.pickupAt) : now),
      createdAt: now,
      updatedAt: now,
    });
    logPropertyEvent(tx, deps, { kind: "lost_report", id, number }, admin, now, "reported");
    return id;
  });
}

function parseLostTime(deps: Deps, local: string): number {
  const reading = readLocalTime(local, readOperator(deps).timeZone);
  if (reading.kind === "ok") return reading.at;
  if (reading.kind === "ambiguous") return reading.earlier;
  throw new AppError("request.invalid", { fields: { lostLocal: "This time does not exist." } });
}

/**
 * Withdraws a report, because the rider has the item again or no longer looks for it. 404 for the report of another
 * rider, 409 if it is closed.
 */
export async function withdrawReport(
  deps: Deps,
  rider: Actor & { id: string },
  id: string,
  version: number,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadMyReport(tx, rider.id, id);
    closeInTransaction(tx, deps, row, rider, { version, reason: "" });
  });
}

/** Closes a report for dispatch, with the reason. */
export async function closeReport(
  deps: Deps,
  admin: Actor,
  id: string,
  input: CloseReport,
): Promise<void> {
  await deps.write((tx) => closeInTransaction(tx, deps, loadReport(tx, id), admin, input));
}

function closeInTransaction(
  tx: Tx,
  deps: Deps,
  row: StoredLostReport,
  actor: Actor,
  input: CloseReport,
): void {
  const now = deps.now();
  if (!isSearchOpen(row.state)) throw new AppError("property.over");
  changeReport(tx, row, input.version, now, { state: "closed", closedAt: now });
  releaseMatchedItem(tx, deps, row, actor, now);
  logPropertyEvent(
    tx,
    deps,
    { kind: "lost_report", id: row.id, number: row.number },
    actor,
    now,
    "closed",
    {
      words: input.reason,
    },
  );
}

/** Opens a closed report again. 409 if it is not closed, or if its rider has been removed from it. */
export async function reopenReport(
  deps: Deps,
  admin: Actor,
  id: string,
  version: number,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadReport(tx, id);
    if (row.state !== "closed" || row.erasedAt !== null) throw new AppError("property.over");
    changeReport(tx, row, version, deps.now(), { state: "open", closedAt: null });
    logPropertyEvent(
      tx,
      deps,
      { kind: "lost_report", id, number: row.number },
      admin,
      deps.now(),
      "reopened",
    );
  });
}

/** Releases the item of a matched report, so that it can match others. */
export function releaseMatchedItem(
  tx: Tx,
  deps: Deps,
  row: StoredLostReport,
  actor: Actor,
  now: number,
): void {
  const item = findRow(tx, foundItems, { reportId: row.id });
  if (item?.state !== "matched") return;
  changeItem(tx, item, item.version, now, { state: "kept", reportId: null });
  logPropertyEvent(
    tx,
    deps,
    { kind: "found_item", id: item.id, number: item.number },
    actor,
    now,
    "unmatched",
    { detail: { report: row.number } },
  );
}

/** Records who searched the car, and the result. */
export async function recordSearch(
  deps: Deps,
  admin: Actor,
  id: string,
  input: RecordSearch,
): Promise<void> {
  const { version, searchedBy, outcome, words } = RecordSearch.parse(input);
  await deps.write((tx) => {
    const now = deps.now();
    const row = loadReport(tx, id);
    if (!isSearchOpen(row.state)) throw new AppError("property.over");
    changeReport(tx, row, version, now, { searchedAt: now });
    logPropertyEvent(
      tx,
      deps,
      { kind: "lost_report", id, number: row.number },
      admin,
      now,
      "searched",
      {
        words,
        detail: { searchedBy, outcome },
      },
    );
  });
}

/**
 * Matches a report with a found item and notifies the person who reported it. 409 if either has changed or is no longer
 * open.
 */
export async function matchLostReport(
  deps: Deps,
  admin: Actor,
  id: string,
  input: MatchLostReport,
): Promise<void> {
  await deps.write((tx) => {
    const now = deps.now();
    const report = loadReport(tx, id);
    const item = loadItem(tx, input.itemId);
    requireSeen(report, input.version, "property.stale");
    requireSeen(item, input.itemVersion, "property.stale");
    if (report.state !== "open" || item.state !== "kept") throw new AppError("property.over");
    changeReport(tx, report, input.version, now, { state: "matched" });
    changeItem(tx, item, input.itemVersion, now, { state: "matched", reportId: id });
    logPropertyEvent(
      tx,
      deps,
      { kind: "lost_report", id, number: report.number },
      admin,
      now,
      "matched",
      {
        detail: { item: item.number },
      },
    );
    logPropertyEvent(
      tx,
      deps,
      { kind: "found_item", id: item.id, number: item.number },
      admin,
      now,
      "matched",
      { detail: { report: report.number } },
    );
    notifyOwner(tx, deps, report);
  });
}

/** Removes a match. The report is open and the item in storage again. */
export async function unmatchReport(
  deps: Deps,
  admin: Actor,
  id: string,
  version: number,
): Promise<void> {
  await deps.write((tx) => {
    const now = deps.now();
    const row = loadReport(tx, id);
    if (row.state !== "matched") throw new AppError("property.over");
    changeReport(tx, row, version, now, { state: "open" });
    releaseMatchedItem(tx, deps, row, admin, now);
    logPropertyEvent(
      tx,
      deps,
      { kind: "lost_report", id, number: row.number },
      admin,
      now,
      "unmatched",
    );
  });
}

/** Closes a report when its item is returned, in the caller's transaction. */
export function markReportReturned(
  tx: Tx,
  deps: Deps,
  id: string,
  actor: Actor,
  now: number,
): void {
  const row = loadReport(tx, id);
  changeReport(tx, row, row.version, now, { state: "returned", closedAt: now });
  logPropertyEvent(
    tx,
    deps,
    { kind: "lost_report", id, number: row.number },
    actor,
    now,
    "handed_over",
  );
}

/** Returns a contact in the form in which riders' contacts are stored. A text that is no contact stays unchanged. */
function contactOf(deps: Deps, contactText: string): string {
  return readTypedContact(deps, contactText)?.value ?? contactText;
}

function notifyOwner(tx: Tx, deps: Deps, report: StoredLostReport): void {
  const operator = readOperator(deps);
  const message = (language: Language) =>
    itemFound({
      language,
      brand: readOperator(deps).brand,
      what: report.what,
      number: report.number,
      wish: report.wish,
      phone: operator.phone,
      url: report.riderId ? `${deps.config.publicUrl}/trips/lost` : null,
    });
  if (report.riderId) queueRiderMessage(tx, deps, { riderId: report.riderId }, message);
  else {
    const to = readTypedContact(deps, report.contact);
    if (to) queueMessage(tx, deps, { to, message: message(readOperator(deps).riderLanguage) });
  }
}
