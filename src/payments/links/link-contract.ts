/** Paying by link: what the page of `/pay/{token}` shows and sends, and what staff do with links. */
import { z } from "zod";
import { OnlineMethod } from "../../payment-providers/provider-contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../settings/amount-contract";
import { SavedCard } from "../../reservations/prepaying/card-contract";
import { UnpaidReason } from "../contract";

const minor = z.number().int();

/** The 128-bit token of a link. */
export const PayToken = z.object({ token: z.string().max(64) });

/** What a link is for, its state, and how it can be paid. */
export const PayPage = z.object({
  what: z.enum([...UnpaidReason.options, "invoice", "tip"]),
  /** Of the trip or the invoice. */
  number: z.string(),
  /** The trip's day in the operator's calendar; of an invoice its own. */
  day: z.string(),
  /** Of a tip that is still to be chosen: the most. */
  amountMinor: minor,
  currency: z.string(),
  /** The tips to offer, the smallest first. */
  tipChoices: z.array(z.object({ percent: z.number(), tipMinor: minor })),
  /** The amount is held on a card until the trip ends, and not taken now. */
  isHold: z.boolean(),
  /** Where the rider finds the trip that is paid before it; null where nobody has an account, and for other links. */
  tripUrl: z.string().nullable(),
  /** `waiting`: a payment has begun and its provider has not said yet what came of it. */
  state: z.enum(["open", "waiting", "paid", "expired", "ended"]),
  /** What it can be paid with now. */
  methods: z.array(
    z.object({
      method: OnlineMethod,
      /** The provider asks for the payer's number. */
      needsPhone: z.boolean(),
      /** With test keys: no money moves. */
      isTest: z.boolean(),
    }),
  ),
  /** The payment that waits: its page, or null where it is confirmed on the phone. */
  waiting: z.object({ method: OnlineMethod, url: z.string().nullable() }).nullable(),
  /** The last attempt was not paid. */
  hasFailed: z.boolean(),
  /** The payer's own number, to begin the form with; null where it is not known. */
  phone: z.string().nullable(),
  /** The amount paid by it. */
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

/** How somebody pays. `phone` with its country code, for mobile money. */
export const StartPayment = z.object({
  method: OnlineMethod,
  phone: z.string().trim().max(40).optional(),
  /** The tip, by a link for one. */
  tipMinor: minor.min(1, "Enter an amount.").max(MAX_BUSINESS_AMOUNT_MINOR).optional(),
});
export type StartPayment = z.infer<typeof StartPayment>;

/** Where the payer goes on: the provider's page, or null: to the phone. */
export const StartedPayment = z.object({ url: z.string().nullable() });

/** The address of the link by which a rider pays before the trip; null once their saved card has paid. */
export const PrepaymentUrl = z.object({ url: z.string().nullable() });

/** The link of a trip or an invoice as staff see it. */
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

/** The link in force, or null; and whether anything is connected that takes payments. */
export const PayLinkAnswer = z.object({
  link: PayLink.nullable(),
  canPay: z.boolean(),
  /** The rider's saved cards, of a trip. */
  cards: z.array(SavedCard),
});
export type PayLinkAnswer = z.infer<typeof PayLinkAnswer>;

/** Without an amount it is for all that is due. */
export const MakePayLink = z.object({
  amountMinor: minor
    .min(1, "Enter an amount above zero.")
    .max(MAX_BUSINESS_AMOUNT_MINOR)
    .optional(),
  /** Sends it to the rider or the company at once. */
  send: z.boolean().default(false),
});
export type MakePayLink = z.input<typeof MakePayLink>;
