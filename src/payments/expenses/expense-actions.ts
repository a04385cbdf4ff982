/** The actions of expenses: drivers add what they paid on a trip, and dispatch decides who bears it. */
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
 * Adds an expense of a driver, for dispatch to decide. A repeated request counts once. Throws 404 if the trip isn't the
 * driver's; 409 before the driver sets off and from a week after the trip; 422 for a different currency than the trip's
 * and for more than twenty expenses; 413 for a photo that is too large; 415 for a file that isn't a picture.
 */
export async function proposeExpense(
  deps: Deps,
  driver: DriverActor,
  tripId: string,
  { photo, ...input }: ProposeExpense,
  key: string | null,
): Promise<void> {
  const request = { accountId: driver.id, key, body: { id: tripId, expense: input } };
  /** Returns the trip, or null if the same request was handled before. */
  const loadTripUnlessReplayed = (tx: Tx): StoredTrip | null => {
    const trip = loadTrip(tx, { actor: driver, id: tripId });
    if (replayed(tx, request) !== null) return null;
    if (!acceptsExpenses(trip, deps.now())) throw new AppError("expense.closed");
    if (input.currency !== trip.currency) throw new AppError("expense.currency");
    assertExpenseLimit(tx, tripId);
    return trip;
  };
  // Checks permission before anything is decoded.
  if (!loadTripUnlessReplayed(deps.db as Tx)) return;
  const changedTrip = await withPhoto(deps, { account: driver.id }, photo, (file) =>
    deps.write((tx) => {
      const trip = loadTripUnlessReplayed(tx);
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
  if (changedTrip) announce(deps, changedTrip);
}

/** Withdraws an undecided expense. Throws 404 if it isn't the driver's, 409 if it was decided. */
export async function removeExpense(
  deps: Deps,
  driver: DriverActor,
  tripId: string,
  id: string,
): Promise<void> {
  const removedExpense = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor: driver, id: tripId });
    const row = requireOwnedRow(loadExpense(tx, tripId, id), driver);
    if (row.state !== "proposed") throw new AppError("expense.decided");
    tx.delete(expenses).where(eq(expenses.id, id)).run();
    if (row.photoFileId) tx.delete(files).where(eq(files.id, row.photoFileId)).run();
    logExpense(tx, deps, trip, driver, row, "expense_removed");
    return { trip, photoFileId: row.photoFileId };
  });
  if (removedExpense.photoFileId) await discardFile(deps, removedExpense.photoFileId);
  announce(deps, removedExpense.trip);
}

/**
 * Adds an expense by staff, which is approved at once. Throws 404, 409 if the trip has changed in the meantime, and the
 * errors of `approveExpense`.
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
 * Approves an expense, with a different amount if needed. The customer is charged, the driver is paid, both or neither.
 * A second approval replaces the first. Throws 404; 409 if the trip has changed in the meantime, before the passenger
 * is on board, if the bill is closed, or if the paid driver doesn't have the trip.
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

/**
 * Declines an expense with a reason, so that it no longer counts. Throws the errors of `approveExpense`, and 409 if it
 * was already declined.
 */
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

/** Writes a decision and its effect on the price and the driver's pay. */
async function decide(
  deps: Deps,
  actor: Actor,
  tripId: string,
  version: number,
  makeDecision: (tx: Tx, trip: StoredTrip) => { row: StoredExpense; decision: Decision },
): Promise<void> {
  const changedTrip = await deps.write((tx) => {
    const now = deps.now();
    const trip = loadTrip(tx, { actor, id: tripId, version });
    const { row, decision } = makeDecision(tx, trip);
    const decidedExpense = { ...row, ...decision };
    const bill = billColumns(trip, decidedExpense);
    const pay = driverPayColumns(trip, decidedExpense);
    const refusal = decisionRefusal(trip, row, {
      changesBill: bill.addedMinor !== 0,
      changesPay: decidedExpense.paysDriver,
    });
    // An expense that is too early or on a closed bill can still be declined.
    if (refusal && !(decision.state === "declined" && bill.addedMinor === 0))
      throw new AppError(refusal);
    updateRow(tx, expenses, row.id, { ...decision, decidedAt: now, decidedBy: actor.name });
    const { kind: expense, amountMinor, chargesCustomer, paysDriver, reason } = decidedExpense;
    const { currency } = trip;
    const updatedTrip = changeReservation(deps, tx, trip, {
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
      sendCorrectedReceipt(tx, deps, updatedTrip, costOf(trip));
    notifyOfDecision(tx, deps, updatedTrip, decidedExpense);
    return updatedTrip;
  });
  announce(deps, changedTrip);
}

const isUndriven = ({ state }: StoredTrip) => state === "cancelled" || state === "no_show";

/** Returns the changes of the customer's bill by a decided expense. */
function billColumns(trip: StoredTrip, expense: StoredExpense) {
  // The cast is safe because Livery stored these lines from its own fare function.
  const currentLines = ((isUndriven(trip) ? trip.feeLines : trip.fareLines) ?? []) as FareLine[];
  const { lines, addedMinor } = withExpense(currentLines, expense, expense.chargesCustomer);
  if (addedMinor === 0) return { addedMinor, columns: {} };
  const costMinor = costOf(trip) + addedMinor;
  const columns = isUndriven(trip)
    ? { feeLines: lines, cancellationFeeMinor: costMinor }
    : { fareLines: lines, fareMinor: costMinor };
  return { addedMinor, columns };
}

/**
 * Returns the changes of the driver's pay. A trip has pay only after it has ended, and then includes expenses that were
 * approved before.
 */
function driverPayColumns(trip: StoredTrip, expense: StoredExpense) {
  if (trip.state === "passenger_on_board") return {};
  // The cast is safe because Livery stored these lines from its own pay rules.
  const currentLines = (trip.payLines ?? []) as PayLine[];
  const { lines, addedMinor } = withExpense(currentLines, expense, expense.paysDriver);
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
 * Adds only an entry to the log. A pending expense must not change the trip's version, so that a waiting tap of the
 * driver still matches it.
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

function notifyOfDecision(tx: Tx, deps: Deps, trip: StoredTrip, expense: StoredExpense): void {
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
 * Erases the texts and photos of a trip's expenses inside the caller's transaction. The amounts stay for bookkeeping.
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
