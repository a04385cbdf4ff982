/** Drivers add what they paid on a trip, and dispatch decides who bears it. */
import type { Translator } from "../../settings/translation/translator-rules";
import type { z } from "zod";
import { eq } from "drizzle-orm";
import { expenses, type StoredExpense } from "../../../db/schema/expenses";
import { files } from "../../../db/schema/files";
import type { StoredTrip } from "../../../db/schema/reservations";
import { findRows, insertReturning, updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { insertPhotoRow, withPhoto } from "../../files/photos";
import { discardFile } from "../../files/store";
import type { ExpenseKind, FareLine, PayLine } from "../../fares/contract";
import { costOf } from "../../fares/amount-due-rules";
import { withExpense } from "../../fares/expense-rules";
import { notifyDriver } from "../../notifications/outbox";
import { announce, appendEvent, changeReservation } from "../../reservations/actions";
import { recordIdempotencyKey, replayed } from "../../reservations/idempotency-actions";
import { sendCorrectedReceipt } from "../../reservations/messages/messages";
import { loadTrip } from "../../reservations/trip-queries";
import { requireRow, requireOwnedRow } from "../../rows";
import { formatMoney } from "../../settings/money-rules";
import type {
  AddExpense,
  ApproveExpense,
  DeclineExpense,
  ProposeExpense,
} from "./expense-contract";
import { decisionRefusal, MAX_EXPENSES, acceptsExpenses } from "./expense-rules";

type DriverActor = Actor & { id: string };

/**
 * Adds what a driver paid, for dispatch to decide; the same request counts once. 404 unless the trip is theirs, 409
 * before they set off and a week after the trip, 422 in other money than the trip's and past twenty, 413 and 415 for
 * what is no picture.
 */
export async function proposeExpense(
  deps: Deps,
  driver: DriverActor,
  tripId: string,
  { photo, ...input }: ProposeExpense,
  key: string | null,
): Promise<void> {
  const request = { accountId: driver.id, key, body: { id: tripId, expense: input } };
  /** The trip; null where the same request was taken before. */
  const loadNewTrip = (tx: Tx): StoredTrip | null => {
    const trip = loadTrip(tx, { actor: driver, id: tripId });
    if (replayed(tx, request) !== null) return null;
    if (!acceptsExpenses(trip, deps.now())) throw new AppError("expense.closed");
    if (input.currency !== trip.currency) throw new AppError("expense.currency");
    assertExpenseLimit(tx, tripId);
    return trip;
  };
  // Decodes nothing for callers without permission.
  if (!loadNewTrip(deps.db as Tx)) return;
  const expense = await withPhoto(deps, { account: driver.id }, photo, (file) =>
    deps.write((tx) => {
      const trip = loadNewTrip(tx);
      if (!trip) return null;
      const now = deps.now();
      const row = insertReturning(tx, expenses, {
        ...newExpense(trip, driver, input, now),
        photoFileId: file?.id ?? null,
      });
      insertPhotoRow(tx, file, { ownerKind: "expense", ownerId: row.id, purpose: "expense" }, now);
      recordIdempotencyKey(tx, request, tripId, now);
      logExpense(tx, deps, trip, driver, row, "expense_added");
      return trip;
    }),
  );
  if (expense) announce(deps, expense);
}

/** Takes back an expense that waits. 404 unless it is the driver's, 409 once it was decided. */
export async function removeExpense(
  deps: Deps,
  driver: DriverActor,
  tripId: string,
  id: string,
): Promise<void> {
  const done = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor: driver, id: tripId });
    const row = requireOwnedRow(loadExpense(tx, tripId, id), driver);
    if (row.state !== "proposed") throw new AppError("expense.decided");
    tx.delete(expenses).where(eq(expenses.id, id)).run();
    if (row.photoFileId) tx.delete(files).where(eq(files.id, row.photoFileId)).run();
    logExpense(tx, deps, trip, driver, row, "expense_removed");
    return { trip, photoFileId: row.photoFileId };
  });
  if (done.photoFileId) await discardFile(deps, done.photoFileId);
  announce(deps, done.trip);
}

/**
 * Adds an expense that staff know of, approved with that. 404, 409 when the trip has changed in the meantime, and as
 * `approveExpense`.
 */
export async function addExpense(
  deps: Deps,
  actor: Actor,
  tripId: string,
  input: z.output<typeof AddExpense>,
): Promise<void> {
  const { version, chargesCustomer, paysDriver, ...fields } = input;
  await decide(deps, actor, tripId, version, (tx, trip) => {
    assertExpenseLimit(tx, tripId);
    const row = insertReturning(tx, expenses, newExpense(trip, actor, fields, deps.now()));
    return { row, decision: { state: "approved", chargesCustomer, paysDriver, reason: "" } };
  });
}

/**
 * Approves an expense, by an amount of its own where that is right: the customer is charged, the driver is paid, both
 * or neither. Approved again, it replaces what counted before. 404, 409 when the trip has changed in the meantime, before the
 * passenger is on board, where the bill is closed, and to pay a driver who does not have the trip.
 */
export async function approveExpense(
  deps: Deps,
  actor: Actor,
  tripId: string,
  id: string,
  { version, amountMinor, name, chargesCustomer, paysDriver }: ApproveExpense,
): Promise<void> {
  await decide(deps, actor, tripId, version, (tx) => {
    const row = loadExpense(tx, tripId, id);
    const expenseName = row.kind === "other" && name ? { name } : {};
    const decision = { amountMinor, ...expenseName, chargesCustomer, paysDriver, reason: "" };
    return { row, decision: { state: "approved", ...decision } };
  });
}

/** Declines an expense with a reason; nothing of it counts any more. As `approveExpense`, and 409 where it was declined. */
export async function declineExpense(
  deps: Deps,
  actor: Actor,
  tripId: string,
  id: string,
  { version, reason }: DeclineExpense,
): Promise<void> {
  await decide(deps, actor, tripId, version, (tx) => {
    const row = loadExpense(tx, tripId, id);
    if (row.state === "declined") throw new AppError("expense.decided");
    const decision = { state: "declined", chargesCustomer: false, paysDriver: false } as const;
    return { row, decision: { ...decision, reason } };
  });
}

type Decision = Pick<StoredExpense, "chargesCustomer" | "paysDriver" | "reason"> &
  Partial<Pick<StoredExpense, "amountMinor" | "name">> & { state: "approved" | "declined" };

/** Writes a decision, and what it makes of the price and the pay. */
async function decide(
  deps: Deps,
  actor: Actor,
  tripId: string,
  version: number,
  of: (tx: Tx, trip: StoredTrip) => { row: StoredExpense; decision: Decision },
): Promise<void> {
  const changedTrip = await deps.write((tx) => {
    const now = deps.now();
    const trip = loadTrip(tx, { actor, id: tripId, version });
    const { row, decision } = of(tx, trip);
    const after = { ...row, ...decision };
    const bill = billColumns(trip, after);
    const pay = driverPayColumns(trip, after);
    const refusal = decisionRefusal(trip, row, {
      changesBill: bill.addedMinor !== 0,
      changesPay: after.paysDriver,
    });
    // What was proposed too early or on a closed bill can still be declined.
    if (refusal && !(decision.state === "declined" && bill.addedMinor === 0))
      throw new AppError(refusal);
    updateRow(tx, expenses, row.id, { ...decision, decidedAt: now, decidedBy: actor.name });
    const { kind: expense, amountMinor, chargesCustomer, paysDriver, reason } = after;
    const { currency } = trip;
    const next = changeReservation(deps, tx, trip, {
      actor,
      now,
      reason,
      changes: { ...bill.columns, ...pay },
      event:
        decision.state === "declined"
          ? { kind: "expense_declined", expense, amountMinor, currency }
          : {
              kind: "expense_approved",
              expense,
              amountMinor,
              currency,
              chargesCustomer,
              paysDriver,
            },
    });
    if (bill.addedMinor !== 0 && trip.state !== "passenger_on_board")
      sendCorrectedReceipt(tx, deps, next, costOf(trip));
    notifyDriverAccount(tx, deps, next, after);
    return next;
  });
  announce(deps, changedTrip);
}

const isUndriven = ({ state }: StoredTrip) => state === "cancelled" || state === "no_show";

/** What an expense as it is decided makes of what the customer is charged. */
function billColumns(trip: StoredTrip, expense: StoredExpense) {
  // Written by ourselves from the fare function's lines.
  const before = ((isUndriven(trip) ? trip.feeLines : trip.fareLines) ?? []) as FareLine[];
  const { lines, addedMinor } = withExpense(before, expense, expense.chargesCustomer);
  if (addedMinor === 0) return { addedMinor, columns: {} };
  const costMinor = costOf(trip) + addedMinor;
  const columns = isUndriven(trip)
    ? { feeLines: lines, cancellationFeeMinor: costMinor }
    : { fareLines: lines, fareMinor: costMinor };
  return { addedMinor, columns };
}

/** Updates the driver's pay, which a trip has once it has ended: its end includes what was approved before. */
function driverPayColumns(trip: StoredTrip, expense: StoredExpense) {
  if (trip.state === "passenger_on_board") return {};
  // Written by ourselves from the pay rule's lines.
  const before = (trip.payLines ?? []) as PayLine[];
  const { lines, addedMinor } = withExpense(before, expense, expense.paysDriver);
  return addedMinor === 0 ? {} : { payLines: lines, payMinor: (trip.payMinor ?? 0) + addedMinor };
}

function newExpense(
  trip: StoredTrip,
  actor: Actor,
  { kind, name, amountMinor }: Pick<StoredExpense, "kind" | "name" | "amountMinor">,
  createdAt: number,
) {
  return {
    id: Bun.randomUUIDv7(),
    reservationId: trip.id,
    driverId: actor.kind === "driver" ? actor.id : trip.driverId,
    kind,
    name: kind === "other" ? name : "",
    claimedMinor: amountMinor,
    amountMinor,
    currency: trip.currency,
    state: "proposed",
    chargesCustomer: false,
    paysDriver: false,
    reason: "",
    createdAt,
    addedBy: actor.name,
  } as const;
}

function loadExpense(tx: Tx, reservationId: string, id: string): StoredExpense {
  return requireRow(tx, expenses, { id, reservationId });
}

function assertExpenseLimit(tx: Tx, reservationId: string): void {
  if (findRows(tx, expenses, { reservationId }).length >= MAX_EXPENSES)
    throw new AppError("expense.too_many");
}

/**
 * Only a log entry: a pending expense does not change the trip, so a waiting tap of the driver still fits its version.
 */
function logExpense(
  tx: Tx,
  deps: Deps,
  { id, number, state }: StoredTrip,
  actor: Actor,
  { kind: expense, amountMinor, currency }: StoredExpense,
  eventKind: "expense_added" | "expense_removed",
): void {
  appendEvent(tx, deps, {
    id,
    number,
    from: state,
    to: state,
    actor,
    now: deps.now(),
    event: { kind: eventKind, expense, amountMinor, currency },
  });
}

const expenseNames = (t: Translator): Record<ExpenseKind, string> => ({
  toll: t("Toll"),
  parking: t("Parking"),
  other: t("Other expense"),
});

function notifyDriverAccount(tx: Tx, deps: Deps, trip: StoredTrip, expense: StoredExpense): void {
  const { driverId, kind, name, amountMinor, currency, state, paysDriver, reason } = expense;
  if (!driverId) return;
  const isApproved = state === "approved";
  const paidText = (t: Translator) =>
    paysDriver
      ? t("We’ll pay you this expense with the trip.")
      : t("We won’t pay you this expense.");
  notifyDriver(tx, deps, driverId, (t) => ({
    reservationId: trip.id,
    title: isApproved
      ? t("Expense approved, trip {number}", { number: trip.number })
      : t("Expense declined, trip {number}", { number: trip.number }),
    body: `${name || expenseNames(t)[kind]}, ${formatMoney(amountMinor, currency, t.language)}. ${isApproved ? paidText(t) : reason}`,
    href: `/driver/dashboard/trips/${trip.id}`,
  }));
}

/**
 * Takes the words and photos of a trip's expenses, inside the caller's transaction; amounts stay in the books.
 * Returns the files that are no longer used.
 */
export function anonymizeExpenses(tx: Tx, reservationId: string): string[] {
  const rows = findRows(tx, expenses, { reservationId });
  for (const { id } of rows)
    updateRow(tx, expenses, id, { name: "", reason: "", photoFileId: null });
  const photos = rows.flatMap(({ photoFileId }) => photoFileId ?? []);
  for (const id of photos) tx.delete(files).where(eq(files.id, id)).run();
  return photos;
}
