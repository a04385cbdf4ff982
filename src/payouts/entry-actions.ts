/** Records adjustments and payments. An entry never changes; another entry reverses it. */
import type { Translator } from "../settings/translation/translator-rules";
import { and, eq } from "drizzle-orm";
import { drivers } from "../../db/schema/drivers";
import { driverEntries } from "../../db/schema/payouts";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { formatMoney } from "../settings/money-rules";
import { notifyDriver } from "../notifications/outbox";
import { runOncePerKey } from "../reservations/idempotency-actions";
import { localTimeAt } from "../settings/local-time";
import { publicSettings } from "../settings/queries";
import { AddAdjustment, AddDriverPayment } from "./contract";
import { readOpenBalance } from "./open-balance-queries";
import { type EntryKind, isPayment, paymentWithSign } from "./rules";
import { insertRow } from "../../db/rows";

type NewEntry = Omit<
  typeof driverEntries.$inferInsert,
  "id" | "driverId" | "recordedAt" | "recordedBy" | "statementId"
>;

/**
 * Adds an adjustment with a reason to a driver's balance. With a key, a repeated request counts once. Returns the
 * entry's id. Throws 404 for an unknown driver, 422 `payout.trip` for another driver's trip.
 */
export async function addAdjustment(
  deps: Deps,
  actor: Actor & { id: string },
  driverId: string,
  input: AddAdjustment,
  key: string | null,
): Promise<string> {
  const request = { accountId: actor.id, key, body: { driverId, adjustment: input } };
  return deps.write((tx) =>
    runOncePerKey(tx, request, deps.now(), () =>
      addAdjustmentInTransaction(deps, tx, actor, driverId, input),
    ),
  );
}

/** Does the same as `addAdjustment` inside the caller's transaction. Notifies the driver unless `quiet`. */
export function addAdjustmentInTransaction(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  driverId: string,
  input: AddAdjustment,
  quiet = false,
): string {
  const { tripNumber, ...adjustment } = AddAdjustment.parse(input);
  requireDriverRow(tx, driverId);
  const reservationId = tripNumber === null ? null : tripIdOf(tx, driverId, tripNumber);
  return writeEntry(deps, tx, actor, driverId, {
    ...adjustment,
    reservationId,
    paidOn: null,
    method: null,
    reference: "",
    reversesId: null,
    quiet,
  });
}

/**
 * Records a payment to or from a driver. With a key, a repeated request counts once. Returns the entry's id. Throws 404
 * for an unknown driver, 422 `payout.too_much` for more than is owed, unless it is an advance.
 */
export async function addPayment(
  deps: Deps,
  actor: Actor & { id: string },
  driverId: string,
  input: AddDriverPayment,
  key: string | null,
): Promise<string> {
  const request = { accountId: actor.id, key, body: { driverId, payment: input } };
  return deps.write((tx) =>
    runOncePerKey(tx, request, deps.now(), () =>
      addPaymentInTransaction(deps, tx, actor, driverId, input),
    ),
  );
}

/** Does the same as `addPayment` inside the caller's transaction. Notifies the driver unless `quiet`. */
export function addPaymentInTransaction(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  driverId: string,
  input: AddDriverPayment,
  quiet = false,
): string {
  const { advance, kind, amountMinor, currency, paidOn, method, reference } =
    AddDriverPayment.parse(input);
  requireDriverRow(tx, driverId);
  if (kind === "payout" && !advance) {
    const { sums } = readOpenBalance({ db: tx, config: deps.config }, driverId);
    const owedMinor = sums.find((each) => each.currency === currency)?.closingMinor ?? 0;
    if (amountMinor > owedMinor)
      throw new AppError("payout.too_much", {
        fields: {
          amountMinor: `We owe the driver at most ${formatMoney(Math.max(0, owedMinor), currency)}.`,
        },
      });
  }
  return writeEntry(deps, tx, actor, driverId, {
    kind,
    currency,
    amountMinor: paymentWithSign(kind, amountMinor),
    reason: "",
    reservationId: null,
    paidOn,
    method,
    reference: reference ?? "",
    reversesId: null,
    quiet,
  });
}

/** Reverses an entry with a new one. Throws 404 if it doesn't exist, 409 if it is already reversed. */
export async function reverseEntry(
  deps: Deps,
  actor: Actor,
  driverId: string,
  entryId: string,
): Promise<string> {
  const { timeZone } = publicSettings(deps);
  return deps.write((tx) => {
    const ownEntryFilter = and(eq(driverEntries.id, entryId), eq(driverEntries.driverId, driverId));
    const entry = tx.select().from(driverEntries).where(ownEntryFilter).get();
    if (!entry || entry.reversesId !== null) throw new AppError("request.not_found");
    const [reversal] = tx
      .select({ id: driverEntries.id })
      .from(driverEntries)
      .where(eq(driverEntries.reversesId, entryId))
      .all();
    if (reversal) throw new AppError("payout.reversed");
    const { kind, currency, reason, reservationId, method, reference } = entry;
    return writeEntry(deps, tx, actor, driverId, {
      kind,
      currency,
      amountMinor: -entry.amountMinor,
      reason,
      reservationId,
      paidOn: entry.paidOn === null ? null : localTimeAt(deps.now(), timeZone).slice(0, 10),
      method,
      reference,
      reversesId: entryId,
    });
  });
}

function writeEntry(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  driverId: string,
  { quiet, ...entry }: NewEntry & { quiet?: boolean },
): string {
  const id = Bun.randomUUIDv7();
  insertRow(tx, driverEntries, {
    ...entry,
    id,
    driverId,
    recordedAt: deps.now(),
    recordedBy: actor.name,
  });
  const { kind, amountMinor, currency, reversesId } = entry;
  appendAudit(tx, deps, {
    actor,
    action: reversesId
      ? "payout.entry_reversed"
      : isPayment(kind)
        ? "payout.payment_recorded"
        : "payout.adjusted",
    subject: { kind: "driver", id: driverId },
    summary: `${reversesId ? "Reversed" : "Recorded"} on a driver's account: ${entryWords[kind]}`,
    detail: { kind, amountMinor, currency },
  });
  if (quiet) return id;
  notifyDriver(tx, deps, driverId, (t) => ({
    title: (reversesId ? reversalTitles : entryTitles)(t)[kind],
    body: entryText(t, entry),
    href: "/driver/dashboard/billing",
  }));
  return id;
}

const entryWords: Record<EntryKind, string> = {
  bonus: "a bonus",
  damage: "damage",
  fuel: "fuel",
  correction: "a correction",
  payout: "a payout",
  hand_in: "cash handed in",
};

const entryTitles = (t: Translator): Record<EntryKind, string> => ({
  bonus: t("Bonus"),
  damage: t("Damage"),
  fuel: t("Fuel"),
  correction: t("Correction"),
  payout: t("We paid you"),
  hand_in: t("You handed in cash"),
});

const reversalTitles = (t: Translator): Record<EntryKind, string> => ({
  bonus: t("Reversed: bonus"),
  damage: t("Reversed: damage"),
  fuel: t("Reversed: fuel"),
  correction: t("Reversed: correction"),
  payout: t("Reversed: we paid you"),
  hand_in: t("Reversed: you handed in cash"),
});

function entryText(
  t: Translator,
  {
    kind,
    amountMinor,
    currency,
    reason,
  }: Pick<typeof driverEntries.$inferSelect, "kind" | "amountMinor" | "currency" | "reason">,
): string {
  const amount = formatMoney(Math.abs(amountMinor), currency, t.language);
  if (isPayment(kind)) return `${amount}.`;
  return amountMinor > 0
    ? t("Added to your account: {amount}. {reason}", { amount, reason })
    : t("Deducted from your account: {amount}. {reason}", { amount, reason });
}

function requireDriverRow(tx: Tx, id: string): void {
  const [row] = tx.select({ id: drivers.id }).from(drivers).where(eq(drivers.id, id)).all();
  if (!row) throw new AppError("request.not_found");
}

function tripIdOf(tx: Tx, driverId: string, number: number): string {
  const [trip] = tx
    .select({ id: reservations.id, driverId: reservations.driverId })
    .from(reservations)
    .where(eq(reservations.number, number))
    .all();
  if (trip?.driverId !== driverId)
    throw new AppError("payout.trip", {
      fields: { tripNumber: "This driver did not drive this trip." },
    });
  return trip.id;
}
