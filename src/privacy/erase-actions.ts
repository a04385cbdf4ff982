/** Erases a rider from every table, file and message. The remaining data of their trips names nobody. */
import { flightTrips } from "../../db/schema/flights";
import { and, eq, exists, inArray, isNull, or, sql } from "drizzle-orm";
import {
  admins,
  codeGuesses,
  codes,
  codeSends,
  devices,
  providerAttempts,
  riders,
  sessions,
  type StoredRider,
} from "../../db/schema/accounts";
import { calendarFeeds } from "../../db/schema/calendars";
import { farmOuts } from "../../db/schema/affiliates";
import { companyEvents, companyMembers } from "../../db/schema/companies";
import { assignments, boardings, offers } from "../../db/schema/dispatch";
import { drivers } from "../../db/schema/drivers";
import { promotionUses } from "../../db/schema/fares";
import { files } from "../../db/schema/files";
import { importRows } from "../../db/schema/imports";
import { tripMessages, tripThreads } from "../../db/schema/messages";
import { notifications, outbox } from "../../db/schema/notifications";
import { payments } from "../../db/schema/payments";
import { privacyActs } from "../../db/schema/privacy";
import {
  idempotencyKeys,
  reservationEvents,
  reservations,
  type StoredTrip,
} from "../../db/schema/reservations";
import { payLinks, paymentAttempts, paymentWebhooks } from "../../db/schema/payment-links";
import { savedCards } from "../../db/schema/saved-cards";
import { tripRatings } from "../../db/schema/ratings";
import { standingOrders } from "../../db/schema/standing-orders";
import { tripQuoteQuestions, tripQuotes } from "../../db/schema/trip-quotes";
import { trackingLinks, trackPoints } from "../../db/schema/tracking";
import { numberOfKeySql } from "../../db/search-key";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { type Requester, erasedContactHash } from "../accounts/codes/code-actions";
import { findRider } from "../accounts/sign-in/rider-queries";
import { type Session, sessionFreshUntil } from "../accounts/sessions/session-queries";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { eraseContactMessagesOf } from "../contact/sweep-actions";
import { discardFile } from "../files/store";
import { deleteRemovedCards } from "../payments/cards/card-actions";
import { anonymizeExpenses } from "../payments/expenses/expense-actions";
import { deleteNoShow } from "../dispatch/driver-run/no-show-actions";
import type { FareLine, PayLine } from "../fares/contract";
import { announce } from "../reservations/actions";
import { eventColumns, readEvent } from "../reservations/event-rules";
import { isOver } from "../reservations/rules";
import { eraseFromProperty } from "../property/sweep-actions";
import { consumeConfirmation } from "./confirm-actions";
import type { EraseAccount } from "./contract";
import { confirmationContact, openTrips, subjectOf } from "./queries";
import { ERASED_PLACE, ERASED_RIDER, eraseEvent, erasureBlockedBy } from "./rules";
import { type DataSubject, tripsOf } from "./privacy-treatment";
import { findRows, insertRow, updateRow } from "../../db/rows";
import { recordWebhook } from "../webhooks/record-actions";

/**
 * Erases the account of a session, confirmed by a code that was sent to its contact. Without a contact, a sign-in in
 * the last 10 minutes is enough. Throws 401 for a wrong code, 403 without confirmation, 409 before the end of a current
 * or upcoming trip. Afterwards all sessions have ended, and the freed pages of the database and of its log are zeroed.
 */
export async function eraseAccount(
  deps: Deps,
  session: Session,
  input: EraseAccount,
  requester: Requester,
): Promise<void> {
  const riderId = session.accountId;
  const erasure = await deps.write((tx) => {
    const rider = findRider(tx, riderId);
    if (!rider) throw new AppError("request.unauthenticated");
    const erasureBlockers = openTrips(tx, riderId).map(({ state }) => erasureBlockedBy(state));
    if (erasureBlockers.includes("under_way")) throw new AppError("account.trip_under_way");
    if (erasureBlockers.includes("ahead")) throw new AppError("account.trips_ahead");
    if (confirmationContact(rider)) {
      if (input.otp === undefined) throw new AppError("account.confirm_first");
      if (!consumeConfirmation(tx, deps, rider, input.otp, requester)) return null;
    } else if (sessionFreshUntil(tx, session.id, deps.now()) === null)
      throw new AppError("account.confirm_first");
    return erase(tx, deps, rider);
  });
  if (!erasure) throw new AppError("code.refused");
  deps.bus.publish({ type: "session_ended", sessionIds: erasure.sessionIds });
  for (const id of erasure.fileIds) await discardFile(deps, id);
  for (const row of erasure.trips) announce(deps, row);
  void deleteRemovedCards(deps);
  truncateDatabaseLog(deps);
}

/** Erases everything in the database, inside the caller's transaction. */
function erase(tx: Tx, deps: Deps, rider: StoredRider) {
  const now = deps.now();
  const { id } = rider;
  const subject = subjectOf(tx, rider);
  const trips: StoredTrip[] = [];
  for (const row of [...tripsOf(tx, id), ...tripsBookedByPhone(tx, rider)])
    trips.push(eraseTrip(tx, row, now));
  eraseFromPayments(tx, id, trips);
  eraseOrders(tx, rider);
  tx.update(promotionUses).set({ riderId: null }).where(eq(promotionUses.riderId, id)).run();
  tx.delete(idempotencyKeys).where(eq(idempotencyKeys.accountId, id)).run();
  eraseFromCompanies(tx, subject);
  tx.delete(importRows).where(eq(importRows.rowId, id)).run();
  tx.delete(notifications)
    .where(and(eq(notifications.audience, "rider"), eq(notifications.accountId, id)))
    .run();
  eraseContactMessagesOf(tx, subject);
  eraseCodes(tx, deps, subject);
  eraseMessages(tx, subject);
  tx.delete(providerAttempts).where(eq(providerAttempts.riderId, id)).run();
  tx.delete(devices)
    .where(and(eq(devices.audience, "rider"), eq(devices.accountId, id)))
    .run();
  tx.delete(calendarFeeds)
    .where(and(eq(calendarFeeds.audience, "rider"), eq(calendarFeeds.accountId, id)))
    .run();
  const endedSessions = tx
    .delete(sessions)
    .where(and(eq(sessions.audience, "rider"), eq(sessions.accountId, id)))
    .returning({ id: sessions.id })
    .all();
  const photoIds = [
    ...eraseFromProperty(tx, deps, subject, now),
    ...trips.flatMap((trip) => [...deleteNoShow(tx, trip.id), ...anonymizeExpenses(tx, trip.id)]),
  ];
  const removedFiles = tx
    .delete(files)
    .where(and(eq(files.ownerKind, "rider"), eq(files.ownerId, id)))
    .returning({ id: files.id })
    .all();
  // The provider deletes the cards within an hour. Their rows are deleted after that.
  tx.update(savedCards)
    .set({ state: "removed", brand: "", last4: "", expMonth: 0, expYear: 0 })
    .where(eq(savedCards.riderId, id))
    .run();
  // This also deletes identities, sign-ins, consents, choices, quiet hours and saved places.
  tx.delete(riders).where(eq(riders.id, id)).run();
  insertRow(tx, privacyActs, { id: Bun.randomUUIDv7(), riderId: id, act: "erasure", at: now });
  recordWebhook(tx, "rider.erased", { at: now, now }, () => ({ id }));
  appendAudit(tx, deps, {
    actor: { kind: "rider", id: null, name: ERASED_RIDER },
    action: "privacy.erased",
    subject: { kind: "rider", id: null },
    summary: "A rider erased their account",
    detail: { trips: trips.length },
  });
  return {
    trips,
    sessionIds: endedSessions.map((row) => row.id),
    fileIds: [...photoIds, ...removedFiles.map((row) => row.id)],
  };
}

/** Deletes memberships and open invitations. A manager's actions stay in the company's log without a name. */
function eraseFromCompanies(tx: Tx, { id, contacts }: DataSubject): void {
  tx.delete(companyMembers)
    .where(or(eq(companyMembers.riderId, id), inArray(companyMembers.identifier, [...contacts])))
    .run();
  tx.update(companyEvents)
    .set({ actorId: null, actorName: ERASED_RIDER })
    .where(and(eq(companyEvents.actorKind, "rider"), eq(companyEvents.actorId, id)))
    .run();
}

/** The columns of a trip that tell who rode, and from where to where. The rest is the record of what was agreed. */
const erasedColumns = {
  riderId: null,
  passengerName: ERASED_RIDER,
  passengerPhone: null,
  passengerEmail: null,
  passengerLanguage: null,
  driverNewsTo: "rider",
  mobility: "ambulatory",
  flightNumber: null,
  note: "",
  pickupName: ERASED_PLACE,
  pickupDetail: "",
  pickupLatitude: 0,
  pickupLongitude: 0,
  pickupPinned: false,
  dropoffName: ERASED_PLACE,
  dropoffDetail: "",
  dropoffLatitude: 0,
  dropoffLongitude: 0,
  dropoffPinned: false,
  stops: [],
  routeGeometry: null,
  promotionCode: null,
  details: null,
  billingReference: "",
  standingOrderId: null,
  occurrenceDay: null,
} satisfies Partial<StoredTrip>;

/** The columns that erasing an account clears on a trip. */
export const erasedTripColumns: readonly string[] = Object.keys(erasedColumns);

function eraseTrip(tx: Tx, row: StoredTrip, now: number): StoredTrip {
  const columns = {
    ...erasedColumns,
    fareLines: row.fareLines.map(withoutExpenseName),
    feeLines: row.feeLines?.map(withoutExpenseName) ?? null,
    payLines: row.payLines?.map(withoutExpenseName) ?? null,
  };
  const [changedTrip] = tx
    .update(reservations)
    .set({ ...columns, erasedAt: now, version: row.version + 1, updatedAt: now })
    .where(eq(reservations.id, row.id))
    .returning()
    .all();
  const events = findRows(tx, reservationEvents, { reservationId: row.id });
  for (const event of events)
    updateRow(tx, reservationEvents, event.id, {
      reason: "",
      receivedAt: null,
      facts: eventColumns(eraseEvent(readEvent(event))).facts,
      ...(event.actorKind === "rider" && { actorId: null, actorName: ERASED_RIDER }),
    });
  tx.delete(flightTrips).where(eq(flightTrips.reservationId, row.id)).run();
  // The stars still count for the driver, but the text may name anybody.
  tx.update(tripRatings).set({ words: "" }).where(eq(tripRatings.reservationId, row.id)).run();
  // The amounts are part of the operator's accounts.
  tx.update(payments)
    .set({ reference: "", reason: "" })
    .where(eq(payments.reservationId, row.id))
    .run();
  tx.update(farmOuts)
    .set({
      reason: "",
      peerNote: "",
      peerAway: "",
      // This is the only reference to a booking that may exist at the affiliate. It is removed after that booking is
      // cancelled.
      peerRequest: sql`iif(${farmOuts.peerDueAt} IS NULL, NULL, ${farmOuts.peerRequest})`,
    })
    .where(eq(farmOuts.reservationId, row.id))
    .run();
  // The price and the terms are the record of what was agreed, but the texts may name anybody.
  tx.update(tripQuotes)
    .set({ text: "", acceptedBy: null, reason: "", items: [] })
    .where(eq(tripQuotes.reservationId, row.id))
    .run();
  tx.delete(tripQuoteQuestions).where(eq(tripQuoteQuestions.reservationId, row.id)).run();
  tx.delete(tripMessages).where(eq(tripMessages.reservationId, row.id)).run();
  tx.delete(tripThreads).where(eq(tripThreads.reservationId, row.id)).run();
  tx.delete(boardings).where(eq(boardings.reservationId, row.id)).run();
  tx.delete(trackPoints).where(eq(trackPoints.reservationId, row.id)).run();
  tx.delete(trackingLinks).where(eq(trackingLinks.reservationId, row.id)).run();
  // The reason why a driver didn't fit may reveal a rider's needs, and a driver's reason may reveal the rider.
  tx.update(assignments)
    .set({ overridden: null })
    .where(eq(assignments.reservationId, row.id))
    .run();
  tx.update(offers)
    .set({ reason: "", refusals: null })
    .where(eq(offers.reservationId, row.id))
    .run();
  eraseFromDrivers(tx, row);
  return changedTrip ?? row;
}

/** Returns a line of a price or of pay without the typed name of an expense. */
function withoutExpenseName(line: unknown): unknown {
  // The cast is safe because Livery stored these lines from its own fare function and pay rules.
  const { kind, params } = line as FareLine | PayLine;
  return kind === "expense" ? { ...Object(line), params: { ...params, name: "" } } : line;
}

/**
 * Erases the payer's phone number and the providers' texts about the payer, and deletes the webhooks about the rider's
 * payments and saved cards. The payments stay.
 */
function eraseFromPayments(tx: Tx, riderId: string, trips: StoredTrip[]): void {
  const refs = findRows(tx, savedCards, { riderId }).map(({ setupRef }) => setupRef);
  for (const trip of trips) {
    const { id, providerRef, moneyRef } = paymentAttempts;
    const attempts = tx
      .select({ id, providerRef, moneyRef })
      .from(paymentAttempts)
      .innerJoin(payLinks, eq(payLinks.id, paymentAttempts.linkId))
      .where(eq(payLinks.reservationId, trip.id))
      .all();
    for (const attempt of attempts) {
      updateRow(tx, paymentAttempts, attempt.id, { phone: null, failure: null, reason: "" });
      tx.delete(paymentWebhooks).where(eq(paymentWebhooks.attemptId, attempt.id)).run();
      refs.push(attempt.providerRef, attempt.moneyRef);
    }
  }
  const knownRefs = refs.filter((ref) => ref !== null);
  if (knownRefs.length > 0)
    tx.delete(paymentWebhooks).where(inArray(paymentWebhooks.ref, knownRefs)).run();
}

/** Deletes the rider's standing orders, and the references of trips to them. */
function eraseOrders(tx: Tx, { id, phone }: StoredRider): void {
  const orderFilter = or(
    eq(standingOrders.riderId, id),
    phone
      ? and(isNull(standingOrders.riderId), eq(standingOrders.passengerPhone, phone))
      : undefined,
  );
  const orders = tx.select({ id: standingOrders.id }).from(standingOrders).where(orderFilter).all();
  for (const order of orders) {
    // Upcoming trips for the same phone number no longer belong to a standing order.
    tx.update(reservations)
      .set({ standingOrderId: null, occurrenceDay: null })
      .where(eq(reservations.standingOrderId, order.id))
      .run();
    tx.delete(standingOrders).where(eq(standingOrders.id, order.id)).run();
  }
}

/** Deletes drivers' notifications, messages and pushes about a trip, because they name its places. */
function eraseFromDrivers(tx: Tx, { id }: StoredTrip): void {
  tx.delete(notifications).where(eq(notifications.reservationId, id)).run();
  tx.delete(outbox).where(eq(outbox.reservationId, id)).run();
}

/** Returns past trips that dispatch booked for the same phone number without an account, found by the search. */
function tripsBookedByPhone(tx: Tx, rider: StoredRider): StoredTrip[] {
  if (!rider.phone) return [];
  const digits = rider.phone.replace(/\D/g, "");
  return tx
    .select()
    .from(reservations)
    .where(
      and(
        sql`${reservations.number} IN (SELECT ${sql.raw(numberOfKeySql("rowid"))} FROM reservation_search WHERE reservation_search MATCH ${`phone:"${digits}"`})`,
        eq(reservations.passengerPhone, rider.phone),
        isNull(reservations.riderId),
      ),
    )
    .all()
    .filter(({ state }) => isOver(state));
}

/** Deletes codes. Sent and guessed codes still count, under a hash that identifies nobody. */
function eraseCodes(tx: Tx, deps: Deps, { id, contacts, claimedContacts }: DataSubject): void {
  tx.delete(codes)
    .where(
      and(
        eq(codes.audience, "rider"),
        or(eq(codes.accountId, id), inArray(codes.identifier, [...contacts])),
      ),
    )
    .run();
  for (const contact of new Set([...contacts, ...claimedContacts])) {
    const identifier = erasedContactHash(deps.keys, contact);
    tx.update(codeSends).set({ identifier }).where(eq(codeSends.identifier, contact)).run();
    tx.update(codeGuesses)
      .set({ identifier })
      .where(and(eq(codeGuesses.audience, "rider"), eq(codeGuesses.identifier, contact)))
      .run();
  }
}

/**
 * Deletes messages to the rider, including older ones without a rider's id, unless a driver or a member of staff has
 * the contact.
 */
function eraseMessages(tx: Tx, { id, contacts }: DataSubject): void {
  tx.delete(outbox).where(eq(outbox.riderId, id)).run();
  const driverRows = tx
    .select({ one: sql`1` })
    .from(drivers)
    .where(or(eq(drivers.email, outbox.recipient), eq(drivers.phone, outbox.recipient)));
  const staffRows = tx
    .select({ one: sql`1` })
    .from(admins)
    .where(eq(admins.email, outbox.recipient));
  tx.delete(outbox)
    .where(
      and(
        inArray(outbox.recipient, [...contacts]),
        isNull(outbox.riderId),
        sql`NOT ${exists(driverRows)}`,
        sql`NOT ${exists(staffRows)}`,
      ),
    )
    .run();
}

/**
 * Empties the write-ahead log into the database, because it contains older versions of the pages. While another process
 * reads, the next checkpoint does it. With a replica, the replica does it within ten minutes, after it has copied the
 * whole log.
 */
function truncateDatabaseLog(deps: Deps): void {
  if (deps.config.replica) return;
  try {
    deps.db.$client.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    deps.log.warning("The database's write-ahead log could not be emptied: {error}", {
      error: String(error),
    });
  }
}
