/**
 * What every provider of online payments does for us. A payment is named by our own id at every provider, so that
 * it can be asked for again after an answer was lost: asking twice never takes the money twice. Amounts are minor
 * units as `money-rules` counts them; card data never reaches this server.
 */
import type { OnlineMethod, PaymentProviderId } from "./provider-contract";

/** A payment to begin. */
export interface PaymentRequest {
  /** Ours: a UUID of version 4, which MTN insists on. */
  id: string;
  method: OnlineMethod;
  amountMinor: number;
  currency: string;
  /** Keeps the amount on the card until it is captured or released. Only where `canHold`. */
  isHold: boolean;
  /** What the payer reads at the provider: "Trip LV-1234". */
  description: string;
  payer: { name: string | null; email: string | null; phone: string | null };
  /** Where the browser returns to, whether it was paid or not. */
  returnUrl: string;
  /** Where a provider without one address for all its webhooks sends the result. */
  callbackUrl: string;
  /** Milliseconds since 1970: nobody can pay after it, where the provider can be told. */
  expiresAt: number;
}

/** A payment that has begun: the payer is sent to a page, or confirms on the phone. */
export interface StartedPayment {
  /** The provider's name for it. */
  ref: string;
  next: { kind: "redirect"; url: string } | { kind: "prompt" };
}

/** What the provider says of a payment. */
export interface ProviderPayment {
  ref: string;
  /** By which later webhooks name it, where that is not `ref`. */
  moneyRef: string | null;
  state: "open" | "held" | "paid" | "failed" | "expired" | "released";
  currency: string;
  /** What is held, 0 for nothing. */
  heldMinor: number;
  /** What has arrived, before refunds. */
  receivedMinor: number;
  refundedMinor: number;
  /** What the provider kept of it; null where it does not say. */
  feeMinor: number | null;
  /** Whether the payer's bank has decided what the payer disputes; null while nothing is disputed. */
  dispute: "open" | "decided" | null;
  /** What the payer's bank has charged back after lost disputes, besides refunds. */
  chargedBackMinor: number;
  isLive: boolean;
  /** Why it failed, in the provider's words. */
  failure: string | null;
}

/** A refund as the provider has it. */
interface ProviderRefund {
  ref: string;
  state: "pending" | "done" | "failed";
}

/** A refund in the provider's list, with the key that we gave it; null for one that was made there. */
export interface ListedRefund {
  key: string | null;
  amountMinor: number;
  state: ProviderRefund["state"];
}

/** A webhook whose sender is proven. What it says is only a reason to look: facts are fetched. */
interface ProviderEvent {
  /** The same for each delivery of one event. */
  eventId: string;
  type: string;
  /** Our id, where it names it. */
  paymentId: string | null;
  /** The provider's id of the payment. */
  ref: string | null;
}

/** A webhook as it arrived. */
interface ReceivedWebhook {
  body: string;
  headers: Headers;
  query: URLSearchParams;
}

/** A card that a provider keeps for later payments: its names for it, and what its owner knows it by. */
interface ProviderCard {
  customer: string;
  method: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** Cards that a provider keeps for later payments. */
export interface CardVault {
  /** Opens the provider's page on which a card is typed; `id` is our name for it. Harmless when called again. */
  open: (card: {
    id: string;
    email: string | null;
    returnUrl: string;
  }) => Promise<{ ref: string; url: string }>;
  /** The card that was saved on a page; null while none was. */
  find: (ref: string) => Promise<ProviderCard | null>;
  /**
   * Charges a card, or holds the amount on it, without its owner at the screen; `find` says what came of it. Harmless
   * when it is called again with the same request.
   */
  charge: (
    request: PaymentRequest,
    card: Pick<ProviderCard, "customer" | "method">,
  ) => Promise<{ ref: string }>;
  /**
   * Deletes a card and its customer at the provider, or ends the page on which no card was entered yet. Can be
   * repeated.
   */
  forget: (card: { setupRef: string | null; customer: string | null }) => Promise<void>;
}

/** One provider, with the operator's keys. */
export interface PaymentProvider {
  id: PaymentProviderId;
  /** Whether the keys move real money. */
  isLive: boolean;
  /** What can be paid with in a currency. */
  methods: (currency: string) => readonly OnlineMethod[];
  canHold: boolean;
  /** Null where cards cannot be saved. */
  cards: CardVault | null;
  /** Begins a payment. Harmless when it is called again with the same request. */
  start: (request: PaymentRequest) => Promise<StartedPayment>;
  /** What has come of a payment; null where the provider knows none by our id. */
  find: (payment: RecordedPayment) => Promise<ProviderPayment | null>;
  /** Ends an open payment, so that nobody can pay it any more; false where it cannot be ended. */
  cancel: (payment: RecordedPayment) => Promise<boolean>;
  /** Takes a held amount or less, and lets the rest go. `key` names the capture. */
  capture: (payment: RecordedPayment, amountMinor: number, key: string) => Promise<void>;
  release: (payment: RecordedPayment, key: string) => Promise<void>;
  /** Refunds a part or all. `key` names the refund: the same one is never made twice. */
  refund: (payment: RecordedPayment, amountMinor: number, key: string) => Promise<ProviderRefund>;
  /**
   * The refunds of a payment as they are now: a bank may send one back weeks after it was made. Null where the provider
   * or the key does not list them.
   */
  listRefunds: (payment: RecordedPayment) => Promise<readonly ListedRefund[] | null>;
  /** Throws `WebhookRefusedError` unless the provider has sent it, for this account. */
  readWebhook: (webhook: ReceivedWebhook) => Promise<ProviderEvent>;
  /** Tries the keys out; resolves with the result. */
  check: () => Promise<string>;
}

/** What is stored of a payment that has begun. */
export interface RecordedPayment {
  id: string;
  ref: string | null;
  currency: string;
  /** The owner of the saved card that is charged: by it the payment is found while it has no `ref`. */
  customer?: string | null;
}

/** The provider says no: nothing has happened. */
export class ProviderRefusal extends Error {}

/** No answer that says what happened: down, slow or broken, or the key is refused. The money may have moved. */
export class ProviderNoAnswerError extends Error {}

/** The key is refused: this call did nothing, though an earlier one by another key may have. */
export class ProviderKeyRefusedError extends ProviderNoAnswerError {}

/** Not from the provider, or for another account. */
export class WebhookRefusedError extends Error {}
