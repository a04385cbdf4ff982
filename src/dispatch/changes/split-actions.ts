/** Splits a reservation into two. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce, moveReservation } from "../../reservations/actions";
import { joinApprovalRequest } from "../../reservations/approvals/approval-actions";
import { bookTrip } from "../../reservations/book-vehicles-actions";
import type { ServiceDetails } from "../../reservations/contract";
import { readSignedQuote, quoteTrip } from "../../reservations/quotes/quotes";
import { readStartTime } from "../../reservations/start-queries";
import { divideLoad, splitRefusal } from "../../reservations/split-rules";
import { changeTripInTransaction, quoteChange, tripOf } from "./change-actions";
import type { SplitQuote, SplitRequest, SplitReservation } from "./split-contract";
import { loadTrip } from "../../reservations/trip-queries";
import { recordIdempotencyKey, replayed } from "../../reservations/idempotency-actions";

type StaffActor = Actor & { kind: "admin"; id: string };

/**
 * Prices both parts of a split at current prices. 404 if the reservation does not exist, 409 if it has changed in the
 * meantime, can no longer be split or one part would have no passengers, 422 if no class can take the new part.
 */
export async function quoteSplit(
  deps: Deps,
  id: string,
  input: SplitRequest,
  signal?: AbortSignal,
): Promise<SplitQuote> {
  const { version } = input;
  const by = { kind: "admin" as const, id: null };
  const row = requireSplittableTrip(deps, loadTrip(deps.db, { actor: by, id, version }));
  const parts = divideLoad(row, input);
  if (!parts)
    throw new AppError("assignment.no_split", {
      fields: { passengers: "Each vehicle must have at least one passenger." },
    });
  const remainingTripQuote = await quoteChange(deps, by, id, { version, ...parts.stays }, signal);
  const { promotionCode: _, ...trip } = tripOf(row);
  const splitTripQuote = await quoteTrip(
    deps,
    // Extras and the promotion were booked once, so they stay with the first.
    { ...trip, ...parts.leaves, extras: [] },
    { riderId: row.riderId, byStaff: true, pickupAt: row.pickupAt, splitOf: id, signal },
  );
  const isBooked = (option: SplitQuote["options"][number]) =>
    option.vehicleClass.id === row.vehicleClassId;
  return {
    quote: remainingTripQuote.quote,
    newQuote: splitTripQuote.quote,
    expiresAt: remainingTripQuote.expiresAt,
    currency: remainingTripQuote.currency,
    fareBeforeMinor: row.fareMinor,
    fareMinor: remainingTripQuote.fareMinor,
    lines: remainingTripQuote.lines,
    options: splitTripQuote.options.toSorted((a, b) => Number(isBooked(b)) - Number(isBooked(a))),
  };
}

/**
 * Splits a reservation as quoted: both parts or neither, each with its log entry. The first counts as a changed trip
 * and the new one gets the same state. The rider gets one message about both. Idempotent by key. Returns the new
 * reservation.
 */
export async function splitReservation(
  deps: Deps,
  actor: StaffActor,
  id: string,
  input: SplitReservation,
  idempotencyKey: string | null,
): Promise<{ id: string; number: number }> {
  const now = deps.now();
  const quote = readSignedQuote(deps, input.quote);
  const newQuote = readSignedQuote(deps, input.newQuote);
  const request = { accountId: actor.id, key: idempotencyKey, body: { id, ...input } };
  const splitResult = await deps.write((tx) => {
    const replayedId = replayed(tx, request);
    if (replayedId !== null)
      return { created: loadTrip(tx, { actor, id: replayedId }), changed: null };
    const seenTrip = loadTrip(tx, { actor, id, version: input.version });
    const before = requireSplittableTrip({ ...deps, db: tx }, seenTrip);
    const parts = divideLoad(before, newQuote.trip);
    const isWhole =
      parts?.stays.passengers === quote.trip.passengers &&
      parts.stays.luggage === quote.trip.luggage;
    if (newQuote.splitOf !== id || quote.changeOf !== id || !isWhole)
      throw new AppError("quote.refused");
    const bookedTrip = bookTrip(deps, tx, actor, {
      quote: newQuote,
      vehicleClassId: input.vehicleClassId,
      riderId: before.riderId,
      now,
      pays: paymentInputOf(before),
      billsAnyPassenger: true,
      columns: sharedColumns(before),
      splitFrom: before,
    });
    const created = confirmPart(deps, tx, actor, bookedTrip, before, now);
    const changedTrip = changeTripInTransaction(deps, tx, actor, before, {
      quote,
      now,
      splitInto: created,
      orderId: before.orderId ?? before.id,
    });
    joinApprovalRequest(deps, tx, before, created, now);
    recordIdempotencyKey(tx, request, created.id, now);
    return { created, changed: changedTrip };
  });
  const { created, changed } = splitResult;
  if (changed) {
    announce(deps, created);
    announce(deps, changed.row, changed.driverIds);
  }
  return { id: created.id, number: created.number };
}

/** Returns the columns that a further reservation of a booking shares with the first: its people and details. */
export function sharedColumns(before: StoredTrip) {
  return {
    source: before.source,
    passengerName: before.passengerName,
    passengerPhone: before.passengerPhone,
    passengerEmail: before.passengerEmail,
    passengerLanguage: before.passengerLanguage,
    driverNewsTo: before.driverNewsTo,
    note: before.note,
    flightNumber: before.flightNumber,
    // Livery wrote these details in the contract's shape.
    details: before.details as ServiceDetails | null,
    orderId: before.orderId ?? before.id,
  };
}

function requireSplittableTrip(deps: Deps, row: StoredTrip): StoredTrip {
  if (
    row.invoiceId !== null ||
    splitRefusal({ ...row, startsAt: readStartTime(deps, row) }, deps.now()) !== null
  )
    throw new AppError("assignment.no_split");
  return row;
}

export function paymentInputOf({ payment, companyId, costCentreId, billingReference }: StoredTrip) {
  if (payment !== "account" || companyId === null) return { payment };
  return { payment, billTo: { companyId, costCentreId, reference: billingReference } };
}

/**
 * Confirms the part split off a confirmed trip. The message about the first trip also tells the rider about this one.
 */
export function confirmPart(
  deps: Deps,
  tx: Tx,
  actor: StaffActor,
  bookedTrip: StoredTrip,
  before: StoredTrip,
  now: number,
): StoredTrip {
  if (before.state === "pending") return bookedTrip;
  return moveReservation(deps, tx, bookedTrip, {
    to: "confirmed",
    actor,
    now,
    quiet: true,
  });
}
