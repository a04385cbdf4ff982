/** The ledger: payments for trips and invoices, refunds and waivers. Browser-safe. */
import { z } from "zod";
import { Currency } from "../fares/contract";
import { MAX_BUSINESS_AMOUNT_MINOR, MAX_PRICE_MINOR } from "../settings/amount-contract";
import { line, Month } from "../settings/text-contract";

const minor = z.number().int();
const version = z.number().int().min(1);
const day = z.iso.date().regex(/^2[01]/, "is not a day of this century or the next");

/** The kinds of rows, same as in `db/schema/payments`. */
export const PaymentKind = z.enum([
  "charge",
  "hold",
  "capture",
  "release",
  "refund",
  "manual",
  "waiver",
]);
export type PaymentKind = z.infer<typeof PaymentKind>;

/** Payment methods without a provider, which staff and drivers can record. */
export const ManualMethod = z.enum([
  "cash",
  "card_terminal",
  "mobile_money",
  "bank_transfer",
  "cheque",
  "voucher",
  "other",
]);
export type ManualMethod = z.infer<typeof ManualMethod>;
export const PaymentMethod = z.enum([...ManualMethod.options, "card_online"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const PaymentState = z.enum(["pending", "succeeded", "failed", "expired"]);
export type PaymentState = z.infer<typeof PaymentState>;

/** A row of the ledger for staff. */
export const Payment = z.object({
  id: z.string(),
  kind: PaymentKind,
  /** Null for a waiver. */
  method: PaymentMethod.nullable(),
  /** Negative for a refund, a release, and a row that reverses another one. */
  amountMinor: minor,
  currency: z.string(),
  state: PaymentState,
  provider: z.string().nullable(),
  paidOn: z.string(),
  reference: z.string(),
  reason: z.string(),
  recordedBy: z.string(),
  recordedAt: z.iso.datetime(),
  /** The driver who holds the money; null if the operator has it. */
  heldBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether it reverses an earlier row or was reversed by a later one. */
  reversal: z.enum(["none", "reverses", "reversed"]),
});
export type Payment = z.infer<typeof Payment>;

/** What a trip costs and what is paid: due + paid + waived = billed, unless more is waived than was open. */
export const TripMoney = z.object({
  version,
  currency: z.string(),
  billedMinor: minor,
  paidMinor: minor,
  waivedMinor: minor,
  /** Negative if a refund is owed. 0 if a company is billed. */
  dueMinor: minor,
  /** The oldest first. */
  payments: z.array(Payment),
});
export type TripMoney = z.infer<typeof TripMoney>;
export const TripMoneyAnswer = z.object({ money: TripMoney });
export type TripMoneyAnswer = z.infer<typeof TripMoneyAnswer>;

const reference = line.max(80).default("");
const reason = line.max(200).min(1, "This field is required.");

/** Who holds the money: the office, or the driver until they hand it in. */
export const MoneyHolder = z.enum(["office", "driver"]);

const paymentFields = {
  method: ManualMethod,
  paidOn: day,
  reference,
};

/** A payment for a trip that somebody received without a provider. */
export const RecordTripPayment = z.object({
  version,
  amountMinor: minor.min(1, "Enter an amount above zero.").max(MAX_PRICE_MINOR),
  ...paymentFields,
  heldBy: MoneyHolder.default("office"),
});
export type RecordTripPayment = z.input<typeof RecordTripPayment>;

/** A payment of an invoice. */
export const RecordInvoicePayment = z.object({
  amountMinor: minor.min(1, "Enter an amount above zero.").max(MAX_BUSINESS_AMOUNT_MINOR),
  ...paymentFields,
});
export type RecordInvoicePayment = z.input<typeof RecordInvoicePayment>;

/** One payment of a company for several of its invoices. */
export const RecordCompanyPayment = z.object({
  currency: Currency,
  parts: z
    .array(
      z.object({
        invoiceId: z.string().max(64),
        amountMinor: minor.min(1, "Enter an amount above zero.").max(MAX_BUSINESS_AMOUNT_MINOR),
      }),
    )
    .min(1)
    .max(100)
    .refine((parts) => new Set(parts.map((part) => part.invoiceId)).size === parts.length, {
      error: "List each invoice once",
    }),
  ...paymentFields,
});
export type RecordCompanyPayment = z.input<typeof RecordCompanyPayment>;

/** A refund without a provider: of an overpayment, or of more by lowering the price. */
export const RefundTrip = RecordTripPayment.extend({
  reason,
  /** Whether it lowers the driver's pay. */
  lowersPay: z.boolean().default(false),
});
export type RefundTrip = z.input<typeof RefundTrip>;

/** Reverses a wrong row. */
export const ReverseTripPayment = z.object({ version, reason });
export type ReverseTripPayment = z.infer<typeof ReverseTripPayment>;

/** Waives the amount due for a trip. `settle` also settles the trip. */
export const WaiveAmountDue = z.object({ version, reason, settle: z.boolean().default(false) });
export type WaiveAmountDue = z.input<typeof WaiveAmountDue>;

/** The query of a company's trips that wait to be settled: in a month of the operator's calendar, or all. */
export const AccountSettlementQuery = z.object({ month: Month.optional() });

/** How many trips one request settles at most. */
export const MAX_SETTLED_TRIPS = 500;

/** Completed trips on a company's account, first pickup first. */
export const AccountSettlement = z.object({
  trips: z.array(
    z.object({
      id: z.string(),
      version,
      number: z.number().int(),
      pickupLocal: z.string(),
      amountMinor: minor,
      currency: z.string(),
    }),
  ),
  /** Whether more trips wait, which follow once these are settled. */
  more: z.boolean(),
});
export type AccountSettlement = z.infer<typeof AccountSettlement>;

/** Settles trips of a company, each in the version that the caller saw. */
export const SettleAccountTrips = z.object({
  trips: z
    .array(z.object({ id: z.string().max(64), version }))
    .min(1)
    .max(MAX_SETTLED_TRIPS)
    .refine((trips) => new Set(trips.map(({ id }) => id)).size === trips.length, {
      error: "List each trip once",
    }),
});
export type SettleAccountTrips = z.infer<typeof SettleAccountTrips>;

/** How many trips were settled, and why the others were not. */
export const AccountSettlementResult = z.object({
  settled: z.number().int(),
  refused: z.array(
    z.object({
      id: z.string(),
      /** Null for a trip that isn't the company's. */
      number: z.number().int().nullable(),
      code: z.string(),
      message: z.string(),
    }),
  ),
});
export type AccountSettlementResult = z.infer<typeof AccountSettlementResult>;

/** The amount that a driver received from the passenger, and the amount due on the driver's screen. */
export const CollectPayment = z
  .object({
    version,
    /** The time of the tap by the server's clock, as the phone knows it. Without it, now. */
    tappedAt: z.iso.datetime().optional(),
    method: z.enum(["cash", "card_terminal"]).default("cash"),
    collectedMinor: minor.min(0).max(MAX_PRICE_MINOR),
    dueMinor: minor.min(0).max(MAX_PRICE_MINOR),
    reason: z.string().trim().min(1, "Give a reason.").max(200).optional(),
  })
  .refine(
    ({ collectedMinor, dueMinor, reason: why }) => collectedMinor === dueMinor || why !== undefined,
    { path: ["reason"], error: "Give the reason for the different amount." },
  );
export type CollectPayment = z.infer<typeof CollectPayment>;

/** What a rider owes money for. */
export const UnpaidReason = z.enum(["trip", "cancellation", "no_show"]);
export type UnpaidReason = z.infer<typeof UnpaidReason>;

/** A trip with an amount due or an overpayment. */
export const UnpaidTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  version,
  what: UnpaidReason,
  state: z.enum(["completed", "settled", "cancelled", "no_show", "rejected"]),
  pickupAt: z.iso.datetime(),
  passenger: z.object({ name: z.string(), phone: z.string().nullable() }),
  rider: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    })
    .nullable(),
  driver: z.object({ id: z.string(), name: z.string() }).nullable(),
  currency: z.string(),
  billedMinor: minor,
  paidMinor: minor,
  /** Negative if a refund is owed. */
  dueMinor: minor,
  /** How many days ago the pickup was. */
  ageDays: z.number().int(),
  /** The current payment link; null without one. */
  link: z
    .object({ sentAt: z.iso.datetime().nullable(), openedAt: z.iso.datetime().nullable() })
    .nullable(),
});
export type UnpaidTrip = z.infer<typeof UnpaidTrip>;

export const UnpaidQuery = z.object({
  what: UnpaidReason.optional(),
  /** Of one rider. */
  rider: z.string().max(64).optional(),
  /** Lists trips with overpayments instead. */
  overpaid: z.literal("true").optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type UnpaidQuery = z.infer<typeof UnpaidQuery>;

export const UnpaidList = z.object({
  trips: z.array(UnpaidTrip),
  /**
   * The totals of all trips of the query, not only of this page. With more than 10,000 trips, only the oldest 10,000.
   */
  sums: z.array(z.object({ currency: z.string(), trips: z.number().int(), dueMinor: minor })),
  /** Whether a provider for payments by link is connected. */
  canPay: z.boolean(),
  nextCursor: z.string().nullable(),
});
export type UnpaidList = z.infer<typeof UnpaidList>;

/** Days of the operator's calendar, both inclusive. */
export const TakingsQuery = z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
  path: ["to"],
  error: "The last day is before the first.",
});
export type TakingsQuery = z.infer<typeof TakingsQuery>;

/** Payments of a period. */
export const Takings = z.object({
  from: z.string(),
  to: z.string(),
  methods: z.array(
    z.object({
      currency: z.string(),
      method: PaymentMethod,
      payments: z.number().int(),
      /** Without reversed rows. */
      receivedMinor: minor,
      refundedMinor: minor,
      /** The providers' fees. */
      feesMinor: minor,
      /** The part of the money that drivers hold. */
      heldByDriversMinor: minor,
    }),
  ),
  /** The same figures by provider. Null stands for what people recorded. */
  providers: z.array(
    z.object({
      currency: z.string(),
      provider: z.string().nullable(),
      payments: z.number().int(),
      receivedMinor: minor,
      refundedMinor: minor,
      feesMinor: minor,
    }),
  ),
  /** The expected and received amounts of each day, first day first. */
  days: z.array(
    z.object({
      day: z.string(),
      currency: z.string(),
      /** Riders' trips and fees by the day of the pickup, and invoices by their due day, without waived amounts. */
      expectedMinor: minor,
      /** The part of it that is still due. */
      openMinor: minor,
      receivedMinor: minor,
      refundedMinor: minor,
      feesMinor: minor,
    }),
  ),
  waived: z.array(z.object({ currency: z.string(), waivedMinor: minor })),
});
export type Takings = z.infer<typeof Takings>;
