/**
 * Stripe by its package. Stripe's Checkout page takes the card, which is charged or held. Every call that changes
 * something has an idempotency key, and is repeated with it if its answer is lost.
 */
import type StripeClient from "stripe";
import type { Stripe } from "stripe";
import { isKeyRefused, PROVIDER_TIMEOUT_MS } from "./call-provider";
import {
  type CardVault,
  type RecordedPayment,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefusal,
  ProviderKeyRefusedError,
  ProviderNoAnswerError,
  WebhookRefusedError,
  ProviderUnreadableError,
} from "./provider";
import { fromStripeAmount, toStripeAmount } from "./provider-money";
import { fetchUncompressed } from "../server/upstream";

interface StripeSettings {
  apiUrl: string;
  secretKey: string;
  /** The secret of the endpoint that the operator has created at Stripe: `whsec_…`. */
  webhookSecret: string;
  /** The timeout of an answer in ms; by default the same as for other providers. */
  timeoutMs?: number;
}

/** The metadata key of Livery's id at Stripe. */
const PAYMENT_METADATA_KEY = "livery_payment";
const REFUND_METADATA_KEY = "livery_refund";
const CARD_METADATA_KEY = "livery_card";
const HOLD_EXPIRED_MESSAGE = "The hold has expired. Send a payment link instead.";

/** Creates Stripe with the operator's keys. */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const isLive = !/^[rs]k_test_/.test(settings.secretKey);
  const call = async <T>(use: (stripe: StripeClient) => Promise<T>): Promise<T> => {
    const { default: Client } = await import("stripe");
    const stripe = clientOf(Client, settings);
    try {
      return await use(stripe);
    } catch (error) {
      throw failureOf(Client, error);
    }
  };
  const intentOf = async (stripe: StripeClient, { id, ref, customer }: RecordedPayment) => {
    if (ref?.startsWith("cs_")) {
      const session = await stripe.checkout.sessions.retrieve(ref, { expand: sessionExpand });
      return objectOrNull(verified(session, "checkout.session").payment_intent);
    }
    if (ref?.startsWith("pi_"))
      return verified(
        await stripe.paymentIntents.retrieve(ref, { expand: intentExpand }),
        "payment_intent",
      );
    if (customer) return (await intentOfCustomer(stripe, customer, id)) ?? null;
    throw new ProviderRefusal(`Stripe has no payment ${id}.`);
  };
  const loadIntent = async (stripe: StripeClient, payment: RecordedPayment) => {
    const intent = await nullIfMissing(() => intentOf(stripe, payment));
    // Only an existing payment or hold is changed. If it isn't found, the key belongs to another account.
    if (!intent) throw new ProviderNoAnswerError("Stripe cannot find the payment with this key.");
    return intent;
  };
  const intentWithStatus = async (
    stripe: StripeClient,
    payment: RecordedPayment,
    status: Stripe.PaymentIntent.Status,
  ) => {
    const intent = await loadIntent(stripe, payment);
    return intent.status === status ? intent : undefined;
  };
  return {
    id: "stripe",
    isLive,
    methods: () => ["card_online"],
    canHold: true,
    start: (request) =>
      call(async (stripe) => {
        const { id, amountMinor, currency, isHold, description, payer, returnUrl } = request;
        // Retries repeat these values exactly, because Stripe refuses the same key with other values.
        const session = await stripe.checkout.sessions.create(
          {
            mode: "payment",
            client_reference_id: id,
            metadata: { [PAYMENT_METADATA_KEY]: id },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: toStripeAmount(amountMinor, currency),
                  product_data: { name: description },
                },
              },
            ],
            payment_intent_data: {
              description,
              metadata: { [PAYMENT_METADATA_KEY]: id },
              capture_method: isHold ? "manual" : "automatic",
            },
            allowed_payment_method_types: ["card"],
            ...(payer.email && { customer_email: payer.email }),
            success_url: returnUrl,
            cancel_url: returnUrl,
            expires_at: Math.floor(request.expiresAt / 1_000),
          },
          { idempotencyKey: id },
        );
        if (!session.url) throw new ProviderNoAnswerError("Stripe returned no payment page.");
        return { ref: session.id, next: { kind: "redirect", url: session.url } };
      }),
    cards: cardVault(call),
    find: (payment) =>
      payment.ref === null && !payment.customer
        ? Promise.resolve(null)
        : call((stripe) =>
            nullIfMissing(async () => {
              if (!payment.ref?.startsWith("cs_")) {
                const intent = await intentOf(stripe, payment);
                return intent && factsOf(stripe, intent.id, null, intent, isLive);
              }
              const session = verified(
                await stripe.checkout.sessions.retrieve(payment.ref, { expand: sessionExpand }),
                "checkout.session",
              );
              const intent = objectOrNull(session.payment_intent);
              return factsOf(stripe, session.id, session, intent, isLive);
            }),
          ),
    cancel: (payment) =>
      call(async (stripe) => {
        if (payment.ref === null) return false;
        // A saved card is charged at once, so there is no open payment to cancel.
        if (!payment.ref.startsWith("cs_")) return false;
        const { status } = verified(
          await stripe.checkout.sessions.retrieve(payment.ref),
          "checkout.session",
        );
        if (status === "expired") return true;
        if (status !== "open") return false;
        const key = { idempotencyKey: `x-${payment.id}` };
        verified(await stripe.checkout.sessions.expire(payment.ref, {}, key), "checkout.session");
        return true;
      }),
    capture: (payment, amountMinor, key) =>
      call(async (stripe) => {
        const { id, status } = await loadIntent(stripe, payment);
        if (status === "canceled") throw new ProviderRefusal(HOLD_EXPIRED_MESSAGE);
        const captureParams = { amount_to_capture: toStripeAmount(amountMinor, payment.currency) };
        await actOrFindResult(
          async () =>
            verified(
              await stripe.paymentIntents.capture(id, captureParams, { idempotencyKey: key }),
              "payment_intent",
            ),
          () => intentWithStatus(stripe, payment, "succeeded"),
        );
      }),
    release: (payment, key) =>
      call(async (stripe) => {
        const { id } = await loadIntent(stripe, payment);
        await actOrFindResult(
          async () =>
            verified(
              await stripe.paymentIntents.cancel(id, {}, { idempotencyKey: key }),
              "payment_intent",
            ),
          () => intentWithStatus(stripe, payment, "canceled"),
        );
      }),
    refund: (payment, amountMinor, key) =>
      call(async (stripe) => {
        const { id } = await loadIntent(stripe, payment);
        const refundRequest = {
          payment_intent: id,
          amount: toStripeAmount(amountMinor, payment.currency),
          metadata: { [PAYMENT_METADATA_KEY]: payment.id, [REFUND_METADATA_KEY]: key },
        };
        const isOurs = ({ metadata }: Stripe.Refund) => metadata?.[REFUND_METADATA_KEY] === key;
        const findRefund = async () => (await refundsOf(stripe, id)).find(isOurs);
        const create = async () =>
          verified(await stripe.refunds.create(refundRequest, { idempotencyKey: key }), "refund");
        const { id: ref, status } =
          (await findRefund()) ?? (await actOrFindResult(create, findRefund));
        return { ref, state: refundState(status) };
      }),
    listRefunds: (payment) =>
      call(async (stripe) =>
        listedRefunds(
          await refundsOf(stripe, (await loadIntent(stripe, payment)).id),
          payment.currency,
        ),
      ).catch(nullIfForbidden),
    readWebhook: (webhook) => readEvent(settings, isLive, webhook),
    check: () =>
      call(async (stripe) => {
        // This is the only call that restricted keys allow whenever they can take payments.
        await stripe.checkout.sessions.list({ limit: 1 });
        return `Stripe accepts the ${isLive ? "live" : "test"} key.`;
      }),
  };
}

const intentExpand = ["latest_charge.balance_transaction"];
const sessionExpand = intentExpand.map((path) => `payment_intent.${path}`);

/** Saved cards. Stripe's page takes each card for a separate customer, who is deleted with it. */
function cardVault(call: <T>(use: (stripe: StripeClient) => Promise<T>) => Promise<T>): CardVault {
  const read = (stripe: StripeClient, ref: string) =>
    nullIfMissing(async () =>
      verified(
        await stripe.checkout.sessions.retrieve(ref, { expand: ["setup_intent.payment_method"] }),
        "checkout.session",
      ),
    );
  return {
    open: ({ id, email, returnUrl }) =>
      call(async (stripe) => {
        const session = verified(
          await stripe.checkout.sessions.create(
            {
              mode: "setup",
              client_reference_id: id,
              metadata: { [CARD_METADATA_KEY]: id },
              setup_intent_data: { metadata: { [CARD_METADATA_KEY]: id } },
              allowed_payment_method_types: ["card"],
              customer_creation: "always",
              ...(email && { customer_email: email }),
              success_url: returnUrl,
              cancel_url: returnUrl,
            },
            { idempotencyKey: id },
          ),
          "checkout.session",
        );
        if (!session.url)
          throw new ProviderNoAnswerError("Stripe did not create a page for saving a card.");
        return { ref: session.id, url: session.url };
      }),
    find: (ref) =>
      call(async (stripe) => {
        const session = await read(stripe, ref);
        const method = objectOrNull(objectOrNull(session?.setup_intent)?.payment_method);
        const { customer } = session ?? {};
        if (session?.status !== "complete" || !method?.card || !customer) return null;
        const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
        const owner = typeof customer === "string" ? customer : customer.id;
        return { customer: owner, method: method.id, brand, last4, expMonth, expYear };
      }),
    charge: (request, { customer, method }) =>
      call(async (stripe) => {
        const { id, amountMinor, currency, isHold, description } = request;
        // If the card is refused or its bank requires the owner, a payment with the reason remains at Stripe.
        const { id: ref } = await actOrFindResult(
          async () =>
            verified(
              await stripe.paymentIntents.create(
                {
                  amount: toStripeAmount(amountMinor, currency),
                  currency: currency.toLowerCase(),
                  customer,
                  payment_method: method,
                  allowed_payment_method_types: ["card"],
                  off_session: true,
                  confirm: true,
                  capture_method: isHold ? "manual" : "automatic",
                  description,
                  metadata: { [PAYMENT_METADATA_KEY]: id },
                },
                { idempotencyKey: id },
              ),
              "payment_intent",
            ),
          () => intentOfCustomer(stripe, customer, id),
        );
        return { ref };
      }),
    forget: ({ setupRef, customer }) =>
      call(async (stripe) => {
        const session = customer === null && setupRef ? await read(stripe, setupRef) : null;
        if (session?.status === "open")
          verified(await stripe.checkout.sessions.expire(session.id), "checkout.session");
        const owner = customer ?? session?.customer;
        const id = typeof owner === "object" ? owner?.id : owner;
        if (id)
          await nullIfMissing(async () => verified(await stripe.customers.del(id), "customer"));
      }),
  };
}

/** Finds Livery's payment among those of a customer. Lists are up to date at once, unlike searches. */
async function intentOfCustomer(stripe: StripeClient, customer: string, id: string) {
  const expand = intentExpand.map((path) => `data.${path}`);
  for await (const intent of stripe.paymentIntents.list({ customer, limit: 100, expand }))
    if (attemptIdOf(intent.metadata) === id) return intent;
  return undefined;
}

/** Returns what a webhook is about, after verifying its sender. */
async function readEvent(
  settings: StripeSettings,
  isLive: boolean,
  { body, headers }: Parameters<PaymentProvider["readWebhook"]>[0],
): ReturnType<PaymentProvider["readWebhook"]> {
  const { default: Client } = await import("stripe");
  const stripe = clientOf(Client, settings);
  const event = await stripe.webhooks
    .constructEventAsync(body, headers.get("stripe-signature") ?? "", settings.webhookSecret)
    .catch((error: unknown) => {
      throw new WebhookRefusedError(error instanceof Error ? error.message : String(error));
    });
  if (event.livemode !== isLive)
    throw new WebhookRefusedError(
      "The webhook is for test payments but the key is live, or the reverse.",
    );
  const { id, type } = event;
  const eventObject = event.data.object as {
    id?: unknown;
    metadata?: unknown;
    payment_intent?: unknown;
  };
  return {
    eventId: id,
    type,
    paymentId: attemptIdOf(eventObject.metadata),
    ref: eventRef(eventObject),
  };
}

/**
 * Returns null for an object that Stripe doesn't have: one of another account, or of a test payment when the key is
 * live.
 */
function nullIfMissing<T>(read: () => Promise<T>): Promise<T | null> {
  return read().catch((error: { code?: unknown }) => {
    if (error.code === "resource_missing") return null;
    throw error;
  });
}

/**
 * Acts at Stripe, and after a failure checks whether the action was done anyway. Stripe repeats a 500 for as long as it
 * keeps the key, whatever it has done.
 */
async function actOrFindResult<T>(
  act: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const earlierResult = await find().catch(() => undefined);
    if (earlierResult === undefined) throw error;
    return earlierResult;
  }
}

/**
 * Checks the type of an answer. The package accepts a 500 as an answer if its JSON has no `error`, which can happen
 * with a proxy.
 */
function verified<T extends { object: string }>(answer: T, object: T["object"]): T {
  if (answer.object === object) return answer;
  throw new ProviderUnreadableError("Stripe’s answer cannot be read.");
}

async function refundsOf(stripe: StripeClient, intentId: string): Promise<Stripe.Refund[]> {
  return (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
}

const listedRefunds = (refunds: Stripe.Refund[], currency: string) =>
  refunds.map(({ metadata, amount, status }) => ({
    key: metadata?.[REFUND_METADATA_KEY] ?? null,
    amountMinor: fromStripeAmount(amount, currency),
    state: refundState(status),
  }));

/** A key may be allowed to take payments but not to read refunds. */
function nullIfForbidden(error: unknown): null {
  if (error instanceof ProviderKeyRefusedError) return null;
  throw error;
}

function refundState(status: string | null): "pending" | "done" | "failed" {
  if (status === "succeeded") return "done";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

type StripeConstructor = (typeof import("stripe"))["default"];
const clients = new WeakMap<StripeSettings, StripeClient>();

function clientOf(Client: StripeConstructor, settings: StripeSettings): StripeClient {
  const cachedClient = clients.get(settings);
  if (cachedClient) return cachedClient;
  const { protocol, hostname, port } = new URL(settings.apiUrl);
  const client = new Client(settings.secretKey, {
    // The package calls `fetch` only with a URL and options.
    httpClient: Client.createFetchHttpClient(fetchUncompressed as typeof fetch),
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    timeout: settings.timeoutMs ?? PROVIDER_TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: "Livery" },
  });
  clients.set(settings, client);
  return client;
}

/** Converts a failure of the package into one that tells whether the request was refused or its outcome is unknown. */
function failureOf(Client: StripeConstructor, error: unknown): unknown {
  const { StripeError, StripeConnectionError, StripeAPIError } = Client.errors;
  if (!(error instanceof StripeError)) return error;
  if (isKeyRefused(error.statusCode)) return new ProviderKeyRefusedError(error.message);
  const isUnknown =
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    // 409: the same call is currently running.
    error.statusCode === 409 ||
    error.statusCode === 429 ||
    (error.statusCode ?? 500) >= 500;
  return isUnknown ? new ProviderNoAnswerError(error.message) : new ProviderRefusal(error.message);
}

async function factsOf(
  stripe: StripeClient,
  ref: string,
  session: Stripe.Checkout.Session | null,
  intent: Stripe.PaymentIntent | null,
  isLive: boolean,
): Promise<ProviderPayment> {
  const charge = intent && objectOrNull(intent.latest_charge);
  const fee = charge && objectOrNull(charge.balance_transaction);
  const currency = (intent?.currency ?? session?.currency ?? "").toUpperCase();
  const minor = (amount: number | null | undefined) => fromStripeAmount(amount ?? 0, currency);
  return {
    ref,
    moneyRef: intent?.id ?? null,
    state: stateOf(session, intent),
    currency,
    heldMinor: minor(intent?.amount_capturable),
    receivedMinor: minor(intent?.amount_received),
    refundedMinor: minor(charge?.amount_refunded),
    // The fee is in the account's currency, which may be a different one.
    feeMinor: fee && fee.currency.toUpperCase() === currency ? minor(fee.fee) : null,
    ...(intent && charge?.disputed
      ? await disputesOf(stripe, intent.id, currency)
      : { dispute: null, chargedBackMinor: 0 }),
    isLive,
    failure: intent?.last_payment_error?.message ?? null,
  };
}

/** Returns the disputes of a payment. For a key that may not read them, the dispute is open and nothing is lost. */
async function disputesOf(
  stripe: StripeClient,
  intentId: string,
  currency: string,
): Promise<Pick<ProviderPayment, "dispute" | "chargedBackMinor">> {
  const { data } = await stripe.disputes
    .list({ payment_intent: intentId, limit: 100 })
    .catch((error: { statusCode?: unknown }) => {
      if (error.statusCode === 403) return { data: [] };
      throw error;
    });
  const isDecided = data.every(({ status }) => decidedStatuses.includes(status));
  const lostAmount = data.reduce(
    (sum, { status, amount }) => (status === "lost" ? sum + amount : sum),
    0,
  );
  return {
    dispute: data.length > 0 && isDecided ? "decided" : "open",
    chargedBackMinor: fromStripeAmount(lostAmount, currency),
  };
}

const decidedStatuses: string[] = ["won", "lost", "prevented", "warning_closed"];

/** Returns the state of a payment. Without a session, a saved card was charged, so nobody can try again. */
function stateOf(
  session: Stripe.Checkout.Session | null,
  intent: Stripe.PaymentIntent | null,
): ProviderPayment["state"] {
  if (intent?.status === "succeeded") return "paid";
  if (intent?.status === "requires_capture") return "held";
  if (session?.status === "expired") return "expired";
  if (intent?.status === "canceled") return "released";
  if (!session && intent?.status !== "processing") return "failed";
  return "open";
}

/** Returns the expanded object, or null if it wasn't expanded or doesn't exist. */
function objectOrNull<T extends object>(value: string | T | null | undefined): T | null {
  return typeof value === "object" ? (value ?? null) : null;
}

function attemptIdOf(metadata: unknown): string | null {
  const id = (metadata as Record<string, unknown> | null | undefined)?.[PAYMENT_METADATA_KEY];
  return typeof id === "string" ? id : null;
}

/** Returns the id of the session or payment that an event is about. */
function eventRef({
  id,
  payment_intent,
}: {
  id?: unknown;
  payment_intent?: unknown;
}): string | null {
  if (typeof id === "string" && /^(?:cs|pi)_/.test(id)) return id;
  return typeof payment_intent === "string" ? payment_intent : null;
}
