/** Invoices to companies, their payments, and their trips. */
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
  /** The fare, or the cancellation fee. */
  amountMinor: z.number().int(),
  currency: z.string(),
  /**
   * Whether the trip can be invoiced now: it is on no invoice yet, and it is settled or has a fee for a cancellation or
   * no-show.
   */
  ready: z.boolean(),
  /** The number of its invoice. */
  invoiceNumber: z.number().int().nullable(),
});
export type AccountTrip = z.infer<typeof AccountTrip>;

/** The totals of trips in one currency. */
export const TripSum = z.object({
  currency: z.string(),
  trips: z.number().int(),
  amountMinor: z.number().int(),
  /** The part of these trips that can be invoiced now. */
  readyTrips: z.number().int(),
  readyMinor: z.number().int(),
});
export type TripSum = z.infer<typeof TripSum>;

/** A trip whose price changed after billing. The difference is added to the next invoice. */
export const OpenCorrection = z.object({
  reservationId: z.string(),
  reservationNumber: z.number().int(),
  currency: z.string(),
  pickupLocal: z.string(),
  /** A negative amount is a credit. */
  differenceMinor: z.number().int(),
  /** Whether the trip is settled again. */
  ready: z.boolean(),
  /** The invoice that billed it first. */
  invoice: z.object({ id: z.string(), number: z.number().int() }),
});
export type OpenCorrection = z.infer<typeof OpenCorrection>;

export const AccountTripsQuery = z.object({
  /** The month of the pickups. Without it, trips of all months. */
  month: Month.optional(),
  /** Only trips that are on no invoice. */
  open: z.literal("yes").optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export const AccountTrips = z.object({
  trips: z.array(AccountTrip),
  /** The totals of all trips of the query, not only of this page. */
  sums: z.array(TripSum),
  /** Of all months. */
  corrections: z.array(OpenCorrection),
  nextCursor: z.string().nullable(),
});
export type AccountTrips = z.infer<typeof AccountTrips>;
export const StatementQuery = z.object({ month: Month });

export const IssueInvoice = z.object({
  currency: Currency,
  /** The last day of pickups, inclusive, in the operator's calendar. */
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
  /** The invoice that billed the trip first, if this line is a correction. */
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
  /** The amount that credit notes have deducted from it. */
  creditedMinor: z.number().int(),
  /** The amount by which later invoices corrected it. 0 for a correction line. */
  laterMinor: z.number().int(),
  /** The amount that the next invoice still has to add, or to credit if negative. 0 for a correction line. */
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
  /** The payment provider that handled it, or null if a person recorded it. */
  provider: z.string().nullable(),
  /** A refund is pending until its provider has made or declined it. */
  state: z.enum(["succeeded", "pending", "failed"]),
  /** Whether it reverses an earlier entry or was reversed by a later one. */
  reversal: z.enum(["none", "reverses", "reversed"]),
});
export type InvoicePayment = z.infer<typeof InvoicePayment>;

/** The state of an invoice, computed from its credits, payments and due day. */
export const InvoiceState = z.enum([
  "open",
  "part_paid",
  "overdue",
  "paid",
  "refund_due",
  "credit_note",
]);
export type InvoiceState = z.infer<typeof InvoiceState>;

/** An invoice or credit note in a list. */
export const InvoiceRow = z.object({
  id: z.string(),
  kind: InvoiceKind,
  number: z.number().int(),
  companyId: z.string(),
  /** The company's name as printed on the document. */
  companyName: z.string(),
  state: InvoiceState,
  currency: z.string(),
  totalMinor: z.number().int(),
  /** The amount still to be paid. A negative amount is a credit. 0 for a credit note. */
  balanceMinor: z.number().int(),
  paidMinor: z.number().int(),
  creditedMinor: z.number().int(),
  issuedOn: z.string(),
  dueOn: z.string(),
  /** The last e-mail with the document, or null if it was never sent. */
  mail: z
    .object({
      at: z.iso.datetime(),
      by: z.string(),
      isReminder: z.boolean(),
      /** `kept` means that no mail provider is connected. */
      state: z.enum(["waiting", "sent", "failed", "kept"]),
    })
    .nullable(),
  /** When somebody first opened its payment link. */
  linkOpenedAt: z.iso.datetime().nullable(),
  /** How many days the invoice is overdue; 0 if it isn't. */
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
  /** The credit notes to an invoice, or the invoice of a credit note. */
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
  /** Without it, all documents including credit notes. `open` includes overdue invoices. */
  show: z.enum(["open", "overdue", "paid"]).optional(),
  /** Of one company. */
  company: z.string().max(64).optional(),
  /** In one currency. */
  currency: z.string().max(3).optional(),
});
export type AllInvoicesQuery = z.infer<typeof AllInvoicesQuery>;

const ageing = {
  currency: z.string(),
  invoices: z.number().int(),
  notDueMinor: z.number().int(),
  /** Overdue by 1 to 30 days; the next fields cover up to 60, up to 90 and more than 90 days. */
  to30Minor: z.number().int(),
  to60Minor: z.number().int(),
  to90Minor: z.number().int(),
  over90Minor: z.number().int(),
  totalMinor: z.number().int(),
};

/** The open amounts by how long they have been overdue, in total and by company. */
export const Ageing = z.object({
  sums: z.array(z.object(ageing)),
  /** The company with the longest overdue invoice is first. */
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
  /** How many days after the due day each reminder is sent. */
  invoiceReminderDays: z
    .array(z.number().int().min(1).max(365))
    .min(1)
    .max(6)
    .refine((days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)), {
      error: "Enter each number of days once, the smallest first.",
    }),
});

/** The `version` of the settings that the caller saw. Answers 409 if it has changed. */
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
