/** Payment links: the contents and requests of the page `/pay/{token}`, and the requests of staff. */
import { z } from "zod";
import { OnlineMethod } from "../../payment-providers/provider-contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../settings/amount-contract";
import { SavedCard } from "../../reservations/prepaying/card-contract";
import { UnpaidReason } from "../contract";

const minor = z.number().int();

/** The 128-bit token of a link. */
export const PayToken = z.object({ token: z.string().max(64) });

/** The purpose and state of a link, and how it can be paid. */
export const PayPage = z.object({
  what: z.enum([...UnpaidReason.options, "invoice", "tip"]),
  /** The number of the trip or the invoice. */
  number: z.string(),
  /** The trip's or the invoice's day in the operator's calendar. */
  day: z.string(),
  /** For a tip that isn't chosen yet, the maximum. */
  amountMinor: minor,
  currency: z.string(),
  /** The suggested tips, smallest first. */
  tipChoices: z.array(z.object({ percent: z.number(), tipMinor: minor })),
  /** Whether the amount is held on a card until the trip ends, and not charged now. */
  isHold: z.boolean(),
  /** The URL of the trip that is paid in advance; null if its rider has no account, and for other links. */
  tripUrl: z.string().nullable(),
  /** `waiting` means that a payment has started and its provider hasn't reported the result yet. */
  state: z.enum(["open", "waiting", "paid", "expired", "ended"]),
  /** The payment methods that are available now. */
  methods: z.array(
    z.object({
      method: OnlineMethod,
      /** Whether the provider needs the payer's phone number. */
      needsPhone: z.boolean(),
      /** Whether the keys are test keys, which move no money. */
      isTest: z.boolean(),
    }),
  ),
  /** The payment in progress: its page, or null if it is confirmed on the phone. */
  waiting: z.object({ method: OnlineMethod, url: z.string().nullable() }).nullable(),
  /** Whether the last attempt failed. */
  hasFailed: z.boolean(),
  /** The payer's phone number to prefill the form; null if it isn't known. */
  phone: z.string().nullable(),
  /** The payment that was made by the link. */
  receipt: z
    .object({
      amountMinor: minor,
      method: OnlineMethod,
      paidAt: z.iso.datetime(),
      reference: z.string(),
    })
    .nullable(),
});
export type PayPage = z.infer<typeof PayPage>;

/** How somebody pays. `phone` has a country code and is for mobile money. */
export const StartPayment = z.object({
  method: OnlineMethod,
  phone: z.string().trim().max(40).optional(),
  /** The chosen tip, for a tip's link. */
  tipMinor: minor.min(1, "Enter an amount.").max(MAX_BUSINESS_AMOUNT_MINOR).optional(),
});
export type StartPayment = z.infer<typeof StartPayment>;

/** Where the payer continues: on the provider's page, or on the phone if `url` is null. */
export const StartedPayment = z.object({ url: z.string().nullable() });

/** The URL of the link by which a rider pays before the trip. Null if their saved card has paid. */
export const PrepaymentUrl = z.object({ url: z.string().nullable() });

/** The link of a trip or an invoice for staff. */
export const PayLink = z.object({
  id: z.string(),
  url: z.string(),
  amountMinor: minor,
  currency: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime().nullable(),
});
export type PayLink = z.infer<typeof PayLink>;

/** The current link or null, and whether a provider of online payments is connected. */
export const PayLinkAnswer = z.object({
  link: PayLink.nullable(),
  canPay: z.boolean(),
  /** For a trip, the rider's saved cards. */
  cards: z.array(SavedCard),
});
export type PayLinkAnswer = z.infer<typeof PayLinkAnswer>;

/** Creates a link. Without an amount, it is for everything that is due. */
export const MakePayLink = z.object({
  amountMinor: minor
    .min(1, "Enter an amount above zero.")
    .max(MAX_BUSINESS_AMOUNT_MINOR)
    .optional(),
  /** Whether to send the link to the rider or the company at once. */
  send: z.boolean().default(false),
});
export type MakePayLink = z.input<typeof MakePayLink>;
