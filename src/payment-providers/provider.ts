/**
 * The interface of all online payment providers. A payment has the same Livery id at every provider, so it can be
 * requested again after an answer was lost, and repeating never takes the money twice. Amounts are in minor units as in
 * `money-rules`. Card data never reaches this server.
 */
import type { OnlineMethod, PaymentProviderId } from "./provider-contract";

/** A payment to start. */
export interface PaymentRequest {
  /** Livery's id: a UUID of version 4, because MTN requires one. */
  id: string;
  method: OnlineMethod;
  amountMinor: number;
  currency: string;
  /** Whether the amount is held on the card until it is captured or released. Only with `canHold`. */
  isHold: boolean;
  /** The text that the payer reads at the provider: "Trip LV-1234". */
  description: string;
  payer: { name: string | null; email: string | null; phone: string | null };
  /** Where the browser returns to, whether the payer has paid or not. */
  returnUrl: string;
  /** The webhook URL for this payment, for providers without one URL for all webhooks. */
  callbackUrl: string;
  /** When the payment expires, in ms UTC, for providers that support it. */
  expiresAt: number;
}

/** A payment that has started: the payer is sent to a page, or confirms on the phone. */
export interface StartedPayment {
  /** The provider's id of the payment. */
  ref: string;
  next: { kind: "redirect"; url: string } | { kind: "prompt" };
}

/** A payment as the provider reports it. */
export interface ProviderPayment {
  ref: string;
  /** The id of the payment in later webhooks, if it isn't `ref`. */
  moneyRef: string | null;
  state: "open" | "held" | "paid" | "failed" | "expired" | "released";
  currency: string;
  /** The held amount, or 0. */
  heldMinor: number;
  /** The amount received, before refunds. */
  receivedMinor: number;
  refundedMinor: number;
  /** The provider's fee; null if the provider doesn't report it. */
  feeMinor: number | null;
  /** Whether the payer's bank has decided on the payer's dispute; null if there is no dispute. */
  dispute: "open" | "decided" | null;
  /** The amount that the payer's bank has charged back after lost disputes, besides refunds. */
  chargedBackMinor: number;
  isLive: boolean;
  /** Why it failed, in the provider's words. */
  failure: string | null;
}

/** A refund as the provider reports it. */
interface ProviderRefund {
  ref: string;
  state: "pending" | "done" | "failed";
}

/** A refund in the provider's list, with Livery's key, or null if it was made at the provider. */
export interface ListedRefund {
  key: string | null;
  amountMinor: number;
  state: ProviderRefund["state"];
}

/** A webhook with a verified sender. It is only a reason to look: its facts are fetched. */
interface ProviderEvent {
  /** The same id for each delivery of one event. */
  eventId: string;
  type: string;
  /** Livery's id, if the webhook contains it. */
  paymentId: string | null;
  /** The provider's id of the payment. */
  ref: string | null;
}

/** A webhook as it was received. */
interface ReceivedWebhook {
  body: string;
  headers: Headers;
  query: URLSearchParams;
}

/**
 * A card that a provider saves for later payments: the provider's ids, and the facts by which the owner recognises it.
 */
interface ProviderCard {
  customer: string;
  method: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** The saved cards at a provider. */
export interface CardVault {
  /** Opens the provider's page for entering a card. `id` is Livery's id of it. Can be repeated safely. */
  open: (card: {
    id: string;
    email: string | null;
    returnUrl: string;
  }) => Promise<{ ref: string; url: string }>;
  /** Returns the card that was saved on a page, or null if none was. */
  find: (ref: string) => Promise<ProviderCard | null>;
  /**
   * Charges a card, or holds the amount on it, without the owner being present. `find` returns the result. Can be
   * repeated safely with the same request.
   */
  charge: (
    request: PaymentRequest,
    card: Pick<ProviderCard, "customer" | "method">,
  ) => Promise<{ ref: string }>;
  /**
   * Deletes a card and its customer at the provider, or ends the page on which no card was entered yet. Can be repeated
   * safely.
   */
  forget: (card: { setupRef: string | null; customer: string | null }) => Promise<void>;
}

/** One provider, with the operator's keys. */
export interface PaymentProvider {
  id: PaymentProviderId;
  /** Whether the keys move real money. */
  isLive: boolean;
  /** Returns the payment methods in a currency. */
  methods: (currency: string) => readonly OnlineMethod[];
  canHold: boolean;
  /** Null if cards cannot be saved. */
  cards: CardVault | null;
  /** Starts a payment. Can be repeated safely with the same request. */
  start: (request: PaymentRequest) => Promise<StartedPayment>;
  /** Returns the payment's current state, or null if the provider doesn't know its id. */
  find: (payment: RecordedPayment) => Promise<ProviderPayment | null>;
  /** Ends an open payment, so that nobody can pay it any more. Returns false if it cannot be ended. */
  cancel: (payment: RecordedPayment) => Promise<boolean>;
  /** Captures a held amount or less of it, and releases the rest. `key` identifies the capture. */
  capture: (payment: RecordedPayment, amountMinor: number, key: string) => Promise<void>;
  release: (payment: RecordedPayment, key: string) => Promise<void>;
  /** Refunds a part or all. `key` identifies the refund, so that it is never made twice. */
  refund: (payment: RecordedPayment, amountMinor: number, key: string) => Promise<ProviderRefund>;
  /**
   * Returns the current refunds of a payment, because a bank may return one weeks later. Returns null if the provider
   * doesn't list them or the key doesn't allow it.
   */
  listRefunds: (payment: RecordedPayment) => Promise<readonly ListedRefund[] | null>;
  /** Throws `WebhookRefusedError` unless the provider has sent the webhook for this account. */
  readWebhook: (webhook: ReceivedWebhook) => Promise<ProviderEvent>;
  /** Tests the keys and returns the result in words. */
  check: () => Promise<string>;
}

/** The stored facts of a payment that has started. */
export interface RecordedPayment {
  id: string;
  ref: string | null;
  currency: string;
  /** The provider's customer of the charged card. A payment without `ref` is found by it. */
  customer?: string | null;
}

/** The provider has refused: nothing has happened. */
export class ProviderRefusal extends Error {}

/**
 * The outcome is unknown, because the provider is down, slow or broken, or the key is refused. The money may have
 * moved.
 */
export class ProviderNoAnswerError extends Error {}

/** The provider is up and answered, but the answer cannot be read. The outcome is unknown all the same. */
export class ProviderUnreadableError extends ProviderNoAnswerError {}

/** The key is refused: this call did nothing, but an earlier one with another key may have. */
export class ProviderKeyRefusedError extends ProviderNoAnswerError {}

/** The webhook isn't from the provider, or is for another account. */
export class WebhookRefusedError extends Error {}
