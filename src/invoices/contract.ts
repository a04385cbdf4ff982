/** Invoices to companies, their payments, and the trips they are for. */
import { z } from "zod";
import { Currency, FareLine } from "../fares/contract";
import { PaymentMethod } from "../payments/contract";
import { ReservationState } from "../reservations/contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../settings/amount-contract";
import { line, Month } from "../settings/text-contract";

const id = z.string().max(64);
const day = z.iso.date().regex(/^2[01]/, "is not a day of this century or the next");

/** A trip on a company's account. */
export const AccountTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  pickupLocal: z.string(),
  pickup: z.string(),
  dropoff: z.string(),
  passenger: z.string(),
  costCentre: z.string(),
  reference: z.string(),
  /** Its fare, or its cancellation fee. */
  amountMinor: z.number().int(),
  currency: z.string(),
  /** It can be invoiced: its bill is closed and it costs something, or was driven for nothing. */
  ready: z.boolean(),
  /** The invoice that it is on. */
  invoiceNumber: z.number().int().nullable(),
});
export type AccountTrip = z.infer<typeof AccountTrip>;

/** The totals of trips in one currency. */
export const TripSum = z.object({
  currency: z.string(),
  trips: z.number().int(),
  amountMinor: z.number().int(),
  /** Of these, what can be invoiced now. */
  readyTrips: z.number().int(),
  readyMinor: z.number().int(),
});
export type TripSum = z.infer<typeof TripSum>;

/** A trip whose price changed after billing: the difference goes on the next invoice. */
export const OpenCorrection = z.object({
  reservationId: z.string(),
  reservationNumber: z.number().int(),
  currency: z.string(),
  pickupLocal: z.string(),
  /** Below zero is a credit. */
  differenceMinor: z.number().int(),
  /** The trip is settled again. */
  ready: z.boolean(),
  /** The invoice that billed it first. */
  invoice: z.object({ id: z.string(), number: z.number().int() }),
});
export type OpenCorrection = z.infer<typeof OpenCorrection>;

export const AccountTripsQuery = z.object({
  /** With pickups in this month; without, of all months. */
  month: Month.optional(),
  /** Only trips that are on no invoice. */
  open: z.literal("yes").optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export const AccountTrips = z.object({
  trips: z.array(AccountTrip),
  /** Of all trips of the query, not of this page only. */
  sums: z.array(TripSum),
  /** Of all months. */
  corrections: z.array(OpenCorrection),
  nextCursor: z.string().nullable(),
});
export type AccountTrips = z.infer<typeof AccountTrips>;
export const StatementQuery = z.object({ month: Month });

export const IssueInvoice = z.object({
  currency: Currency,
  /** Trips with pickups until this day of the operator's calendar, inclusive. */
  until: day,
});
export type IssueInvoice = z.infer<typeof IssueInvoice>;

/** Issuer and recipient, as shown on the document. */
export const Parties = z.object({
  from: z.object({
    name: z.string(),
    address: z.string(),
    taxNumber: z.string(),
    contact: z.string(),
    /** How to pay. */
    payment: z.string(),
  }),
  to: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    taxNumber: z.string(),
  }),
});
export type Parties = z.infer<typeof Parties>;

export const InvoiceKind = z.enum(["invoice", "credit_note"]);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

const numberedRecord = z.object({ id: z.string(), number: z.number().int() });

export const InvoiceLine = z.object({
  /** Of a correction: the invoice that billed the trip first. */
  corrects: numberedRecord.nullable(),
  reservationId: z.string(),
  reservationNumber: z.number().int(),
  pickupLocal: z.string(),
  pickup: z.string(),
  dropoff: z.string(),
  ended: z.enum(["driven", "cancelled", "no_show"]),
  costCentre: z.string(),
  reference: z.string(),
  amountMinor: z.number().int(),
  /** What credit notes have deducted from it. */
  creditedMinor: z.number().int(),
  /** By how much later invoices corrected it; 0 of a correction itself. */
  laterMinor: z.number().int(),
  /** What the next invoice still has to add, below zero to credit; 0 of a correction itself. */
  openMinor: z.number().int(),
  lines: z.array(FareLine),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const InvoicePayment = z.object({
  id: z.string(),
  paidOn: z.string(),
  amountMinor: z.number().int(),
  method: PaymentMethod,
  reference: z.string(),
  recordedBy: z.string(),
  /** The payment provider that handled it; null for what somebody recorded. */
  provider: z.string().nullable(),
  /** A refund is pending until its provider has made or refused it. */
  state: z.enum(["succeeded", "pending", "failed"]),
  /** It reverses an earlier entry, or was reversed by one. */
  reversal: z.enum(["none", "reverses", "reversed"]),
});
export type InvoicePayment = z.infer<typeof InvoicePayment>;

/** Computed from what was credited, paid and when it is due. */
export const InvoiceState = z.enum([
  "open",
  "part_paid",
  "overdue",
  "paid",
  "refund_due",
  "credit_note",
]);
export type InvoiceState = z.infer<typeof InvoiceState>;

/** An invoice in a list, which also has credit notes. */
export const InvoiceRow = z.object({
  id: z.string(),
  kind: InvoiceKind,
  number: z.number().int(),
  companyId: z.string(),
  /** As printed on it. */
  companyName: z.string(),
  state: InvoiceState,
  currency: z.string(),
  totalMinor: z.number().int(),
  /** What is still to be paid; below zero is a credit. 0 of a credit note. */
  balanceMinor: z.number().int(),
  paidMinor: z.number().int(),
  creditedMinor: z.number().int(),
  issuedOn: z.string(),
  dueOn: z.string(),
  /** The last e-mail with it; null while it was never sent. */
  mail: z
    .object({
      at: z.iso.datetime(),
      by: z.string(),
      isReminder: z.boolean(),
      /** `kept`: no mail provider is connected. */
      state: z.enum(["waiting", "sent", "failed", "kept"]),
    })
    .nullable(),
  /** When somebody first opened its payment link. */
  linkOpenedAt: z.iso.datetime().nullable(),
  /** Days since it was due, while it is overdue; else 0. */
  overdueDays: z.number().int(),
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

export const Invoice = InvoiceRow.extend({
  parties: Parties,
  reason: z.string(),
  issuedBy: z.string(),
  lines: z.array(InvoiceLine),
  taxes: z.array(FareLine),
  payments: z.array(InvoicePayment),
  /** Credit notes to it; of a credit note the invoice. */
  related: z.array(z.object({ id: z.string(), kind: InvoiceKind, number: z.number().int() })),
});
export type Invoice = z.infer<typeof Invoice>;

export const InvoiceAnswer = z.object({ invoice: Invoice });
export type InvoiceAnswer = z.infer<typeof InvoiceAnswer>;
export const InvoicesQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
/** Invoices of all companies. */
export const AllInvoicesQuery = InvoicesQuery.extend({
  /** Without it all of them, with credit notes; `open` has the overdue ones too. */
  show: z.enum(["open", "overdue", "paid"]).optional(),
  /** Of one company. */
  company: z.string().max(64).optional(),
});
export type AllInvoicesQuery = z.infer<typeof AllInvoicesQuery>;

const ageing = {
  currency: z.string(),
  invoices: z.number().int(),
  notDueMinor: z.number().int(),
  /** Overdue by 1 to 30 days, and so on. */
  to30Minor: z.number().int(),
  to60Minor: z.number().int(),
  to90Minor: z.number().int(),
  over90Minor: z.number().int(),
  totalMinor: z.number().int(),
};

/** What is open by how long it has been overdue: in all, and by company. */
export const Ageing = z.object({
  sums: z.array(z.object(ageing)),
  /** Who owes the longest is first. */
  companies: z.array(z.object({ companyId: z.string(), name: z.string(), ...ageing })),
});
export type Ageing = z.infer<typeof Ageing>;

export const InvoiceList = z.object({
  invoices: z.array(InvoiceRow),
  nextCursor: z.string().nullable(),
});
export type InvoiceList = z.infer<typeof InvoiceList>;
/** When companies are reminded of overdue invoices. */
const ReminderRules = z.object({
  remindInvoices: z.boolean(),
  /** So many days after the due day, each once. */
  invoiceReminderDays: z
    .array(z.number().int().min(1).max(365))
    .min(1)
    .max(6)
    .refine((days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)), {
      error: "Enter each number of days once, the smallest first.",
    }),
});

/** Contains the version of the settings that the caller saw; answers 409 if it has changed. */
export const SaveReminderRules = ReminderRules.extend({ version: z.number().int().min(1) });
export type SaveReminderRules = z.infer<typeof SaveReminderRules>;
export const ReminderRulesAnswer = z.object({ rules: ReminderRules, version: z.number().int() });
export type ReminderRulesAnswer = z.infer<typeof ReminderRulesAnswer>;

export const IssueCreditNote = z.object({
  reason: line.max(200).min(1, "This field is required."),
  lines: z
    .array(
      z.object({
        reservationId: id,
        amountMinor: z.number().int().min(1).max(MAX_BUSINESS_AMOUNT_MINOR),
      }),
    )
    .min(1)
    .max(2_000)
    .refine((lines) => new Set(lines.map((each) => each.reservationId)).size === lines.length, {
      error: "List each trip once",
    }),
});
export type IssueCreditNote = z.infer<typeof IssueCreditNote>;
