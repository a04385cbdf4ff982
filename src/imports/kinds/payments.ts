import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { payments, type StoredPayment } from "../../../db/schema/payments";
import { reservationEvents, reservations, type StoredTrip } from "../../../db/schema/reservations";
import { findRow, findRows, insertRow, updateRow } from "../../../db/rows";
import { methodWords } from "../../payments/words";
import type { PaymentMethod } from "../../payments/contract";
import { eventColumns } from "../../reservations/event-rules";
import { majorAmount } from "../../settings/money-rules";
import { exportedChoice, type Kind, RecordInUseError } from "./kind";
import { tripOf } from "./reservations";

interface Entry {
  number: string;
  trip: StoredTrip;
  kind: "manual" | "refund" | "waiver";
  method: PaymentMethod | null;
  amountMinor: number;
  paidOn: string;
  reference: string;
  reason: string;
}

const kinds = {
  manual: "Paid|payment|charge|capture|sale|deposit|paiement|pago|cobro",
  refund: "Refund|refunded|credit|remboursement|reembolso|devolución",
  waiver: "Waiver|waived|write-off|written off",
} as const;
const otherMethodWords: Partial<Record<PaymentMethod, string>> = {
  cash: "espèces|efectivo",
  card_terminal:
    "credit card|card|debit card|visa|mastercard|amex|american express|carte|tarjeta|tarjeta de crédito",
  card_online: "online card|stripe|web",
  mobile_money: "momo|mpesa|m-pesa",
  bank_transfer: "transfer|wire|ach|eft|virement|transferencia",
  cheque: "check|chèque",
  voucher: "coupon|bon|vale",
  other: "misc|autre|otro|unknown",
};
const methods = Object.fromEntries(
  Object.entries(methodWords).map(([method, word]) => [
    method,
    `${word}|${otherMethodWords[method as PaymentMethod] ?? ""}`,
  ]),
) as Record<PaymentMethod, string>;

/**
 * The import of payments. A payment is identified by trip, day, amount and reference. A file never changes an existing
 * payment.
 */
export const paymentImportKind: Kind<Entry> = {
  read(line, { tx, operator }) {
    const number = line.required("Number", 60);
    const trip = number === "" ? undefined : tripOf(tx, number);
    if (number !== "" && !trip)
      line.fault("Number", `There is no trip ${number}. Import reservations first.`);
    const paidOn = line.day("Date");
    if (line.text("Date") === "") line.fault("Date", "This cell is empty");
    const currency = line.text("Currency", 3).toUpperCase() || operator.currency;
    if (trip && currency !== trip.currency)
      line.fault("Currency", `The trip is in ${trip.currency}, not in ${currency}`);
    const amount = line.amount("Amount", trip?.currency ?? operator.currency);
    if (line.text("Amount") === "") line.fault("Amount", "This cell is empty");
    else if (amount === 0) line.fault("Amount", "The amount is zero");
    const kindText = line.choice("Kind", kinds);
    const kind = kindText ?? (amount !== null && amount < 0 ? "refund" : "manual");
    const method = line.choice("Method", methods) ?? "other";
    if (line.faultCount > 0 || !trip || amount === null || paidOn === null) return null;
    return {
      number,
      trip,
      kind,
      method: kind === "waiver" ? null : method,
      amountMinor: kind === "refund" ? -Math.abs(amount) : amount,
      paidOn,
      reference: line.text("Reference", 120),
      reason: line.text("Reason", 500),
    };
  },
  // The same amount may be paid twice on a day, so both lines of a file count.
  keys: () => [],
  describe: ({ trip, paidOn, amountMinor, method }) =>
    `${trip.number}: ${paidOn}, ${majorAmount(amountMinor, trip.currency)} ${trip.currency}, ${method ? methodWords[method] : "waived"}`,
  find(entry, { tx, sharedValues }) {
    const { trip, kind, method, amountMinor, paidOn, reference } = entry;
    // The cast is safe because only this line writes the value. Payments of this file are not duplicates of each other.
    const importedIds = sharedValues.getOrInsertComputed(
      "payments",
      () => new Set(),
    ) as Set<string>;
    return (
      findRows(tx, payments, { reservationId: trip.id }).find(
        (row) =>
          !importedIds.has(row.id) &&
          row.amountMinor === amountMinor &&
          row.paidOn === paidOn &&
          row.reference === reference &&
          row.method === method &&
          plainKind(row) === kind,
      )?.id ?? null
    );
  },
  insert({ trip, number: _, ...entry }, { tx, now, actor, sharedValues }) {
    const id = Bun.randomUUIDv7();
    insertRow(tx, payments, {
      ...entry,
      id,
      reservationId: trip.id,
      currency: trip.currency,
      state: "succeeded",
      recordedByKind: actor.kind,
      recordedById: actor.id,
      recordedBy: actor.name,
      createdAt: now,
      concludedAt: now,
    });
    (sharedValues.getOrInsertComputed("payments", () => new Set()) as Set<string>).add(id);
    const before = findRow(tx, reservations, { id: trip.id }) ?? trip;
    const version = before.version + 1;
    // A trip whose driver was paid elsewhere keeps that mark.
    updateRow(tx, reservations, trip.id, { version, updatedAt: now });
    insertRow(tx, reservationEvents, {
      id: Bun.randomUUIDv7(),
      reservationId: trip.id,
      at: now,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      fromState: before.state,
      toState: before.state,
      reason: "Imported from another system",
      version,
      ...eventColumns({
        kind: "payment_recorded",
        entry: entry.kind,
        ...(entry.method && { method: entry.method }),
        amountMinor: entry.amountMinor,
        currency: trip.currency,
      }),
    });
    return id;
  },
  stateForUndo: (db, id) => findRow(db, payments, { id }) ?? null,
  remove(tx, id) {
    const row = findRow(tx, payments, { id });
    if (!row?.reservationId) return;
    const trip = findRow(tx, reservations, { id: row.reservationId });
    const [latestEvent] = tx
      .select()
      .from(reservationEvents)
      .where(eq(reservationEvents.reservationId, row.reservationId))
      .orderBy(desc(reservationEvents.version))
      .limit(1)
      .all();
    // The payment can only be removed while it is the latest event of the trip. Every event is in the log.
    if (!trip || latestEvent?.kind !== "payment_recorded" || latestEvent.at !== row.createdAt)
      throw new RecordInUseError();
    tx.delete(reservationEvents).where(eq(reservationEvents.id, latestEvent.id)).run();
    tx.delete(payments).where(eq(payments.id, id)).run();
    updateRow(tx, reservations, trip.id, { version: trip.version - 1 });
  },
  *lines({ tx }) {
    const rows = tx
      .select({ payment: payments, number: reservations.number })
      .from(payments)
      .innerJoin(reservations, eq(reservations.id, payments.reservationId))
      .where(
        and(
          eq(payments.state, "succeeded"),
          inArray(payments.kind, ["charge", "capture", "manual", "refund", "waiver"]),
        ),
      )
      .orderBy(
        asc(reservations.number),
        asc(payments.paidOn),
        asc(payments.createdAt),
        asc(payments.id),
      )
      .all();
    for (const { payment, number } of rows)
      yield {
        Number: number,
        Date: payment.paidOn,
        Kind: exportedChoice(kinds[plainKind(payment)]),
        Method: payment.method ? methodWords[payment.method] : "",
        Amount: majorAmount(payment.amountMinor, payment.currency),
        Currency: payment.currency,
        Reference: payment.reference,
        Reason: payment.reason,
      };
  },
};

/** Returns the kind that a file shows for a ledger row: a refund, a waiver, or a payment by whatever means. */
function plainKind({ kind }: Pick<StoredPayment, "kind">): Entry["kind"] {
  return kind === "refund" || kind === "waiver" ? kind : "manual";
}
