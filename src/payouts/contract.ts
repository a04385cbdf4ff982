/** Drivers' accounts: weekly statements, adjustments and payments. */
import { z } from "zod";
import { Currency, PayLine } from "../fares/contract";
import { Payment } from "../reservations/contract";
import { line } from "../settings/text-contract";

const day = z.iso.date().regex(/^2[01]/, "must be a day between 2000 and 2199");
const minor = z.number().int();
const cursor = z.string().max(300).optional();
const limit = z.coerce.number().int().min(1).max(100).default(25);

/** A month of the operator's calendar, `2026-11`. */
const Month = z.string().regex(/^2[01]\d\d-(?:0[1-9]|1[0-2])$/, "Use a month like 2026-11");
export const StatementMonth = z.object({ month: Month });

export const AdjustmentKind = z.enum(["bonus", "damage", "fuel", "correction"]);
export type AdjustmentKind = z.infer<typeof AdjustmentKind>;
export const PaymentKind = z.enum(["payout", "hand_in"]);
export type PaymentKind = z.infer<typeof PaymentKind>;
export const PaymentMethod = z.enum(["bank_transfer", "mobile_money", "cash", "cheque", "other"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** A trip on a statement, or due for the next one. */
export const StatementLine = z.object({
  kind: z.enum(["trip", "correction"]),
  reservationId: z.string(),
  reservationNumber: z.number().int(),
  pickupLocal: z.string(),
  /** The names of the places come from the trip, because statements store no places. */
  pickup: z.string(),
  dropoff: z.string(),
  ended: z.enum(["driven", "cancelled", "no_show"]),
  payment: Payment,
  /** The owner of the card terminal. */
  terminal: z.enum(["operator", "driver"]),
  /** The amount that the rider was charged. */
  chargedMinor: minor,
  /** The driver's pay, or for a correction the difference. */
  payMinor: minor,
  /** The amount that the driver collected from the passenger, or for a correction the difference. */
  heldMinor: minor,
  payLines: z.array(PayLine),
});
export type StatementLine = z.infer<typeof StatementLine>;

/** An adjustment or a payment. */
export const DriverEntry = z.object({
  id: z.string(),
  kind: z.enum([...AdjustmentKind.options, ...PaymentKind.options]),
  currency: z.string(),
  /** The amount added to what the operator owes the driver. */
  amountMinor: minor,
  reason: z.string(),
  trip: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  paidOn: z.string().nullable(),
  method: PaymentMethod.nullable(),
  reference: z.string(),
  recordedAt: z.iso.datetime(),
  recordedBy: z.string(),
  /** Whether it reverses an earlier entry or is reversed by a later one. */
  reversal: z.enum(["none", "reverses", "reversed"]),
  /** The number of its statement. */
  statementNumber: z.number().int().nullable(),
});
export type DriverEntry = z.infer<typeof DriverEntry>;

/** The balance of an account: opening + pay − held + corrections + adjustments + payments = closing. */
export const AccountSums = z.object({
  currency: z.string(),
  openingMinor: minor,
  payMinor: minor,
  heldMinor: minor,
  correctionsMinor: minor,
  adjustmentsMinor: minor,
  paymentsMinor: minor,
  /** A positive amount is paid to the driver, a negative one must be handed in by the driver. */
  closingMinor: minor,
});
export type AccountSums = z.infer<typeof AccountSums>;

/** The part of an account that is on no statement yet. */
export const OpenAccount = z.object({
  /** The Monday of the current week. */
  monday: z.string(),
  /** The Monday of the earliest open week. */
  since: z.string(),
  timeZone: z.string(),
  sums: z.array(AccountSums),
  lines: z.array(StatementLine.extend({ currency: z.string() })),
  /** The cursor of the next page of trips. The sums always cover all trips. */
  nextCursor: z.string().nullable(),
  /** All entries, latest first. */
  entries: z.array(DriverEntry),
});
export type OpenAccount = z.infer<typeof OpenAccount>;
export const OpenAccountQuery = z.object({ cursor, limit });

/** A statement in a list. */
export const StatementRow = AccountSums.extend({
  id: z.string(),
  number: z.number().int(),
  driverId: z.string(),
  /** The Monday and Sunday of its week. */
  monday: z.string(),
  sunday: z.string(),
  closedAt: z.iso.datetime(),
  standing: z.enum(["even", "open", "partly", "paid", "carried_over"]),
  /** The day of the last payment after it; null if there is none. */
  paidOn: z.string().nullable(),
  /** The amount paid since then, in the direction of the balance. */
  paidMinor: minor,
});
export type StatementRow = z.infer<typeof StatementRow>;
export const StatementsQuery = z.object({ cursor, limit });
export const StatementList = z.object({
  statements: z.array(StatementRow),
  nextCursor: z.string().nullable(),
});
export type StatementList = z.infer<typeof StatementList>;

/** The parties as printed on the statement. */
export const StatementParties = z.object({
  from: z.object({ name: z.string(), address: z.string(), contact: z.string() }),
  driver: z.object({ name: z.string() }),
});
export type StatementParties = z.infer<typeof StatementParties>;

export const Statement = StatementRow.extend({
  parties: StatementParties,
  timeZone: z.string(),
  closedBy: z.string(),
  lines: z.array(StatementLine),
  entries: z.array(DriverEntry),
});
export type Statement = z.infer<typeof Statement>;
export const StatementAnswer = z.object({ statement: Statement });
export type StatementAnswer = z.infer<typeof StatementAnswer>;
/** A driver with their balance. */
export const DriverBalance = z.object({
  driverId: z.string(),
  name: z.string(),
  state: z.enum(["active", "suspended"]),
  /** Positive amounts are owed by the operator. Currencies with a zero balance are left out. */
  balances: z.array(
    z.object({
      currency: z.string(),
      stated: minor,
      now: minor,
      /** The amount that the driver collected from passengers since the last statement. */
      heldMinor: minor,
    }),
  ),
  /** Whether an ended week has not been closed yet. */
  closable: z.boolean(),
});
export type DriverBalance = z.infer<typeof DriverBalance>;
export const BalancesQuery = z.object({
  q: z.string().max(200).optional(),
  cursor: z.string().max(500).optional(),
  limit,
});
export const DriverBalances = z.object({
  drivers: z.array(DriverBalance),
  nextCursor: z.string().nullable(),
});
export type DriverBalances = z.infer<typeof DriverBalances>;

export const ClosedWeeks = z.object({
  /** The number of new statements. */
  statements: z.number().int(),
});
export type ClosedWeeks = z.infer<typeof ClosedWeeks>;

export const EntriesQuery = z.object({ cursor, limit });
export const EntryList = z.object({
  entries: z.array(DriverEntry),
  nextCursor: z.string().nullable(),
});
export type EntryList = z.infer<typeof EntryList>;

export const AddAdjustment = z.object({
  kind: AdjustmentKind,
  currency: Currency,
  /** Positive in favour of the driver, negative against them. */
  amountMinor: z
    .number()
    .int()
    .min(-1_000_000_000)
    .max(1_000_000_000)
    .refine((amount) => amount !== 0, "Enter an amount above zero."),
  reason: line.max(200).min(1, "This field is required."),
  /** The number of the trip that the adjustment is about. */
  tripNumber: z.number().int().positive().max(1_000_000_000).nullable().default(null),
});
export type AddAdjustment = z.input<typeof AddAdjustment>;

export const AddDriverPayment = z.object({
  kind: PaymentKind,
  currency: Currency,
  amountMinor: z.number().int().min(1, "Enter an amount above zero.").max(1_000_000_000),
  paidOn: day,
  method: PaymentMethod,
  reference: line.max(80).optional(),
  /** Whether the payout may exceed the current balance. */
  advance: z.boolean().default(false),
});
export type AddDriverPayment = z.input<typeof AddDriverPayment>;

export const EntryAnswer = z.object({ entry: DriverEntry });
export type EntryAnswer = z.infer<typeof EntryAnswer>;
