/**
 * Stripe on loopback: Checkout sessions, payment intents, saved cards and refunds in the format of its package,
 * idempotency as at Stripe (a key's first answer is repeated, even a 500), and signed webhooks. It keeps its own
 * ledger.
 */
import Stripe from "stripe";
import { serveFake } from "./fake-provider";
import { faultsOf, readForm } from "./stripe-shapes";

type Session = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "client_reference_id"
  | "currency"
  | "expires_at"
  | "livemode"
  | "metadata"
  | "mode"
  | "payment_status"
  | "status"
  | "success_url"
  | "url"
> & {
  payment_intent: string | null;
  amount_total: number;
  /** For a session that saves a card: its customer, and below it the card once it is saved. */
  customer?: string | null;
  setup_intent?: string | null;
};
/** A saved card, with the answer of its bank to a charge without the owner. */
type Method = Pick<Stripe.PaymentMethod, "id" | "object" | "type" | "customer"> & {
  card: Pick<Stripe.PaymentMethod.Card, "brand" | "last4" | "exp_month" | "exp_year">;
  bank: "pays" | "wants its owner" | "declines";
};
type Intent = Pick<
  Stripe.PaymentIntent,
  | "id"
  | "object"
  | "amount"
  | "amount_capturable"
  | "amount_received"
  | "capture_method"
  | "currency"
  | "last_payment_error"
  | "livemode"
  | "metadata"
  | "status"
> & { latest_charge: string | null; customer?: string };
type Charge = Pick<
  Stripe.Charge,
  "id" | "object" | "amount" | "amount_captured" | "amount_refunded" | "currency" | "disputed"
> & { payment_intent: string };
type Refund = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "currency" | "metadata" | "status"
> & { payment_intent: string };

type Dispute = Pick<Stripe.Dispute, "id" | "object" | "amount" | "currency" | "status"> & {
  payment_intent: string;
};

/** A webhook as Stripe would send it. */
export interface StripeDelivery {
  body: string;
  headers: { "stripe-signature": string; "content-type": string };
}

const FEE = 0.029;

/** Starts the fake. Test and live keys have different beginnings, as at Stripe. */
export function startStripe({
  secretKey = "sk_test_1",
  webhookSecret = "whsec_1",
  readsDisputes = true,
  readsRefunds = true,
} = {}) {
  const livemode = !secretKey.includes("_test_");
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  const methods = new Map<string, Method>();
  const kept = new Map<string, { text: string; status: number; json: unknown }>();
  const events: { type: string; object: object }[] = [];
  let count = 0;
  const name = (prefix: string) => `${prefix}_${++count}`;
  const answer = (json: unknown, status = 200) => Response.json(json, { status });
  const refuse = (status: number, message: string, type = "invalid_request_error") =>
    answer({ error: { type, message } }, status);
  const happened = (type: string, object: object) => events.push({ type, object: { ...object } });

  const fake = serveFake((request, url, text) => {
    if (request.headers.get("authorization") !== `Bearer ${secretKey}`)
      return refuse(401, "Invalid API Key provided");
    if (!request.headers.has("stripe-version")) fake.faults.push("no Stripe-Version");
    if (request.method === "GET") return read(url);
    // Deleting twice changes nothing, so it needs no key.
    if (request.method === "DELETE") return change(request, url, text);
    const key = request.headers.get("idempotency-key");
    if (!key) {
      fake.faults.push(`${url.pathname} without an idempotency key`);
      return change(request, url, text);
    }
    const before = kept.get(key);
    if (before && before.text !== url.pathname + text)
      return refuse(400, "Keys can only be used with the same parameters", "idempotency_error");
    if (before) return answer(before.json, before.status);
    const createdAnswer = change(request, url, text);
    return createdAnswer
      .clone()
      .json()
      .then((json: unknown) => {
        const isBroken = fake.failureMode === "500 after it";
        kept.set(key, {
          text: url.pathname + text,
          status: isBroken ? 500 : createdAnswer.status,
          json: isBroken ? { error: { type: "api_error", message: "something broke" } } : json,
        });
        return createdAnswer;
      });
  });

  /** Returns a session with the objects that a request asks Stripe to expand in place of their ids. */
  const shown = (session: Session, expand: string[]) => {
    if (expand.includes("setup_intent.payment_method")) {
      const method = methods.get(session.setup_intent ?? "");
      return {
        ...session,
        setup_intent: method && { id: "seti_1", object: "setup_intent", payment_method: method },
      };
    }
    if (!expand.some((path) => path.startsWith("payment_intent"))) return session;
    const intent = intents.get(session.payment_intent ?? "");
    return { ...session, payment_intent: intent ? whole(intent) : null };
  };
  const whole = (intent: Intent) => {
    const charge = charges.get(intent.latest_charge ?? "");
    const fee = charge && {
      id: "txn_1",
      object: "balance_transaction",
      currency: charge.currency,
      fee: Math.round(charge.amount_captured * FEE),
    };
    return { ...intent, latest_charge: charge ? { ...charge, balance_transaction: fee } : null };
  };

  function read(url: URL): Response {
    const [, , kind, , id = ""] = url.pathname.split("/");
    const expand = [...url.searchParams].flatMap(([field, value]) =>
      field.startsWith("expand") ? [value] : [],
    );
    if (url.pathname === "/v1/checkout/sessions")
      return answer({ object: "list", url: url.pathname, has_more: false, data: [] });
    if (kind === "refunds") {
      if (!readsRefunds) return refuse(403, "The provided key does not have these permissions");
      const intent = url.searchParams.get("payment_intent");
      const data = [...refunds.values()].filter((refund) => refund.payment_intent === intent);
      return answer({ object: "list", url: url.pathname, has_more: false, data });
    }
    if (kind === "disputes") {
      if (!readsDisputes) return refuse(403, "The provided key does not have these permissions");
      const intent = url.searchParams.get("payment_intent");
      const data = [...disputes.values()].filter((dispute) => dispute.payment_intent === intent);
      return answer({ object: "list", url: url.pathname, has_more: false, data });
    }
    if (url.pathname === "/v1/payment_intents") {
      const customer = url.searchParams.get("customer");
      const data = [...intents.values()].filter((one) => one.customer === customer).map(whole);
      return answer({ object: "list", url: url.pathname, has_more: false, data });
    }
    const intent = kind === "payment_intents" && intents.get(url.pathname.split("/")[3] ?? "");
    if (intent) return answer(whole(intent));
    const session = kind === "checkout" ? sessions.get(id) : undefined;
    if (session) return answer(shown(session, expand));
    const error = {
      type: "invalid_request_error",
      code: "resource_missing",
      message: "No such one",
    };
    return answer({ error }, 404);
  }

  function change(request: Request, url: URL, text: string): Response {
    const sent = readForm(text);
    const [, , kind, id = "", act = ""] = url.pathname.replace("/checkout/", "/").split("/");
    const shape = (file: string, interfaceName: string) => {
      fake.faults.push(...faultsOf(file, interfaceName, sent));
    };
    if (kind === "sessions" && id === "") {
      shape("Checkout/Sessions.d.ts", "SessionCreateParams");
      return createSession(sent);
    }
    if (kind === "sessions" && act === "expire") {
      shape("Checkout/Sessions.d.ts", "SessionExpireParams");
      const session = sessions.get(id);
      if (session?.status !== "open") return refuse(400, "Only open sessions can be expired");
      session.status = "expired";
      session.url = null;
      happened("checkout.session.expired", session);
      return answer(session);
    }
    if (kind === "refunds") {
      shape("Refunds.d.ts", "RefundCreateParams");
      return refund(sent as Record<string, string> & { metadata?: Record<string, string> });
    }
    if (kind === "customers" && request.method === "DELETE") {
      const theirs = [...methods.values()].filter(({ customer }) => customer === id);
      if (theirs.length === 0)
        return answer(
          { error: { type: "invalid_request_error", code: "resource_missing", message: "None" } },
          404,
        );
      for (const method of theirs) methods.delete(method.id);
      return answer({ id, object: "customer", deleted: true });
    }
    if (kind === "payment_intents" && id === "") {
      shape("PaymentIntents.d.ts", "PaymentIntentCreateParams");
      return chargeSavedCard(sent as Record<string, string> & { metadata: Record<string, string> });
    }
    const intent = intents.get(id);
    if (!intent) return refuse(404, `No such payment_intent: ${id}`);
    if (intent.status !== "requires_capture")
      return refuse(400, `This PaymentIntent could not be changed: it is ${intent.status}`);
    const charge = charges.get(intent.latest_charge ?? "");
    if (act === "cancel") {
      shape("PaymentIntents.d.ts", "PaymentIntentCancelParams");
      Object.assign(intent, { status: "canceled", amount_capturable: 0 });
      happened("payment_intent.canceled", intent);
      return answer(intent);
    }
    shape("PaymentIntents.d.ts", "PaymentIntentCaptureParams");
    const amount = Number(sent.amount_to_capture ?? intent.amount);
    if (amount > intent.amount_capturable) return refuse(400, "More than what can be captured");
    Object.assign(intent, { status: "succeeded", amount_capturable: 0, amount_received: amount });
    if (charge) charge.amount_captured = amount;
    happened("payment_intent.succeeded", intent);
    return answer(intent);
  }

  /** Charges a saved card, or holds the amount on it. This succeeds at once or not at all. */
  function chargeSavedCard(
    sent: Record<string, string> & { metadata: Record<string, string> },
  ): Response {
    const method = methods.get(sent.payment_method ?? "");
    if (!method || method.customer !== sent.customer)
      return refuse(400, "The customer does not have this payment method");
    if (sent.off_session !== "true" || sent.confirm !== "true")
      fake.faults.push("a saved card is charged while its owner is away");
    const amount = Number(sent.amount);
    const isHold = sent.capture_method === "manual";
    const isPaid = method.bank === "pays";
    const message =
      method.bank === "declines"
        ? "Your card was declined."
        : "Your card was declined. This transaction requires authentication.";
    const code = method.bank === "declines" ? "card_declined" : "authentication_required";
    const intent: Intent = {
      id: name("pi"),
      object: "payment_intent",
      amount,
      amount_capturable: isPaid && isHold ? amount : 0,
      amount_received: isPaid && !isHold ? amount : 0,
      capture_method: isHold ? "manual" : "automatic",
      currency: sent.currency ?? "",
      customer: sent.customer ?? "",
      last_payment_error: isPaid
        ? null
        : ({ type: "card_error", code, message } as Stripe.PaymentIntent.LastPaymentError),
      latest_charge: null,
      livemode,
      metadata: sent.metadata,
      status: !isPaid ? "requires_payment_method" : isHold ? "requires_capture" : "succeeded",
    };
    intents.set(intent.id, intent);
    if (!isPaid) {
      happened("payment_intent.payment_failed", intent);
      return answer({ error: { type: "card_error", code, message, payment_intent: intent } }, 402);
    }
    const charge: Charge = {
      id: name("ch"),
      object: "charge",
      amount,
      amount_captured: isHold ? 0 : amount,
      amount_refunded: 0,
      currency: intent.currency,
      disputed: false,
      payment_intent: intent.id,
    };
    charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    happened(
      isHold ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded",
      intent,
    );
    return answer(whole(intent));
  }

  function createSession(sent: ReturnType<typeof readForm>): Response {
    if (sent.mode === "setup") return createSetup(sent);
    const { line_items, payment_intent_data, metadata } = sent as unknown as {
      line_items: Record<string, { quantity: string; price_data: Record<string, string> }>;
      payment_intent_data: { capture_method: string; metadata: Record<string, string> };
      metadata: Record<string, string>;
    };
    const [line] = Object.values(line_items);
    const amount = Number(line?.quantity) * Number(line?.price_data.unit_amount);
    const id = name("cs_test");
    const session: Session & { intentData: typeof payment_intent_data } = {
      id,
      object: "checkout.session",
      amount_total: amount,
      client_reference_id: String(sent.client_reference_id),
      currency: line?.price_data.currency ?? null,
      expires_at: Number(sent.expires_at),
      livemode,
      metadata,
      mode: "payment",
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
      success_url: String(sent.success_url),
      url: `${fake.url}/c/pay/${id}`,
      intentData: payment_intent_data,
    };
    sessions.set(id, session);
    return answer(session);
  }

  function createSetup(sent: ReturnType<typeof readForm>): Response {
    if (sent.customer_creation !== "always") fake.faults.push("a saved card without a customer");
    const id = name("cs_test");
    const session: Session = {
      id,
      object: "checkout.session",
      amount_total: 0,
      client_reference_id: String(sent.client_reference_id),
      currency: null,
      expires_at: Math.floor(Date.now() / 1_000) + 86_400,
      livemode,
      metadata: sent.metadata as Record<string, string>,
      mode: "setup",
      payment_intent: null,
      customer: null,
      setup_intent: null,
      payment_status: "no_payment_required",
      status: "open",
      success_url: String(sent.success_url),
      url: `${fake.url}/c/pay/${id}`,
    };
    sessions.set(id, session);
    return answer(session);
  }

  /** Returns the captured amount minus refunds. The charge's own total may still count a refund that failed. */
  const refundableMinorOf = (charge: Charge) =>
    [...refunds.values()]
      .filter((one) => one.payment_intent === charge.payment_intent && one.status !== "failed")
      .reduce((left, { amount }) => left - amount, charge.amount_captured);

  function refund(sent: Record<string, unknown>): Response {
    const intent = intents.get(String(sent.payment_intent));
    const charge = charges.get(intent?.latest_charge ?? "");
    if (!intent || !charge || intent.status !== "succeeded")
      return refuse(400, "This PaymentIntent does not have a successful charge to refund");
    const amount = Number(sent.amount ?? charge.amount_captured);
    if (amount > refundableMinorOf(charge))
      return refuse(400, "Refund amount is greater than unrefunded amount on charge");
    charge.amount_refunded += amount;
    const createdRefund: Refund = {
      id: name("re"),
      object: "refund",
      amount,
      currency: charge.currency,
      metadata: (sent.metadata ?? {}) as Record<string, string>,
      payment_intent: intent.id,
      status: "succeeded",
    };
    refunds.set(createdRefund.id, createdRefund);
    happened("charge.refunded", charge);
    return answer(createdRefund);
  }

  return Object.assign(fake, {
    /** The configuration that connects a server to it. */
    connection: { apiUrl: fake.url, secretKey, webhookSecret },
    /**
     * Fails a completed refund, which the payer's bank sends back. `isTotalReduced` says whether the total of the
     * charge is reduced too.
     */
    failRefund(refund: Refund, isTotalReduced: boolean) {
      const charge = charges.get(intents.get(refund.payment_intent)?.latest_charge ?? "");
      if (charge && isTotalReduced) charge.amount_refunded -= refund.amount;
      refund.status = "failed";
      happened("refund.failed", refund);
    },
    /** The events for webhooks, oldest first. */
    events,
    refunds,
    /** Forgets all idempotency keys, as Stripe does after a day. */
    forgetKeys: () => kept.clear(),
    /** Returns the session of Livery's payment. */
    sessionOf: (paymentId: string) =>
      [...sessions.values()].find(({ client_reference_id }) => client_reference_id === paymentId),
    /** The sessions, by the last part of their page's address. */
    sessions,
    /** Pays as the payer, or for a hold lets the amount be held. `other` replaces the requested amount or currency. */
    pay(paymentId: string, other: { amount?: number; currency?: string } = {}) {
      const session = this.sessionOf(paymentId);
      if (session?.status !== "open") throw new Error(`${paymentId} cannot be paid`);
      const { intentData } = session as Session & {
        intentData: { capture_method: string; metadata: Record<string, string> };
      };
      const isHold = intentData.capture_method === "manual";
      const amount = other.amount ?? session.amount_total;
      const currency = other.currency ?? session.currency ?? "";
      const intentId = name("pi");
      const charge: Charge = {
        id: name("ch"),
        object: "charge",
        amount,
        amount_captured: isHold ? 0 : amount,
        amount_refunded: 0,
        currency,
        disputed: false,
        payment_intent: intentId,
      };
      const intent: Intent = {
        id: intentId,
        object: "payment_intent",
        amount,
        amount_capturable: isHold ? amount : 0,
        amount_received: isHold ? 0 : amount,
        capture_method: isHold ? "manual" : "automatic",
        currency,
        last_payment_error: null,
        latest_charge: charge.id,
        livemode,
        metadata: intentData.metadata,
        status: isHold ? "requires_capture" : "succeeded",
      };
      charges.set(charge.id, charge);
      intents.set(intent.id, intent);
      Object.assign(session, {
        payment_intent: intent.id,
        payment_status: isHold ? "unpaid" : "paid",
        status: "complete",
        url: null,
      });
      happened(
        isHold ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded",
        intent,
      );
      happened("checkout.session.completed", session);
    },
    /** The saved cards, oldest first. A test can change the `bank` of one. */
    methods,
    /** Types a card on the newest page that was opened to save one. */
    saveCard(card: Partial<Method["card"]> = {}, bank: Method["bank"] = "pays"): Method {
      const session = [...sessions.values()].findLast(({ mode }) => mode === "setup");
      if (session?.status !== "open") throw new Error("No page to save a card on");
      const customer = name("cus");
      const method: Method = {
        id: name("pm"),
        object: "payment_method",
        type: "card",
        customer,
        card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2031, ...card },
        bank,
      };
      methods.set(method.id, method);
      Object.assign(session, { status: "complete", url: null, customer, setup_intent: method.id });
      happened("checkout.session.completed", session);
      return method;
    },
    /** Returns the intent of Livery's payment, made on a page or with a saved card. */
    intentOf(paymentId: string): Intent | undefined {
      return (
        intents.get(this.sessionOf(paymentId)?.payment_intent ?? "") ??
        [...intents.values()].find(({ metadata }) => metadata?.livery_payment === paymentId)
      );
    },
    /** Whether an amount is held for Livery's payment. */
    isHeld(paymentId: string): boolean {
      return this.intentOf(paymentId)?.status === "requires_capture";
    },
    /** Ends the hold of Livery's payment, as Stripe does after seven days. */
    endHold(paymentId: string) {
      const intent = intents.get(this.sessionOf(paymentId)?.payment_intent ?? "");
      if (intent?.status !== "requires_capture") throw new Error("Nothing is held");
      Object.assign(intent, { status: "canceled", amount_capturable: 0 });
      happened("payment_intent.canceled", intent);
    },
    /** Opens a dispute: the payer's bank takes back the payment, or part of it, for now. */
    dispute(paymentId: string, amount?: number) {
      const intent = intents.get(this.sessionOf(paymentId)?.payment_intent ?? "");
      const charge = charges.get(intent?.latest_charge ?? "");
      if (!charge) throw new Error("Nothing was paid");
      charge.disputed = true;
      const dispute: Dispute = {
        id: name("dp"),
        object: "dispute",
        amount: amount ?? charge.amount_captured - charge.amount_refunded,
        currency: charge.currency,
        payment_intent: charge.payment_intent,
        status: "needs_response",
      };
      disputes.set(dispute.id, dispute);
      happened("charge.dispute.created", dispute);
    },
    /** Decides a dispute of Livery's payment. If it is lost, the bank keeps the money. */
    closeDispute(paymentId: string, status: "won" | "lost") {
      const intent = this.sessionOf(paymentId)?.payment_intent;
      const dispute = [...disputes.values()].findLast(
        ({ payment_intent }) => payment_intent === intent,
      );
      if (!dispute) throw new Error("Nothing is disputed");
      dispute.status = status;
      happened("charge.dispute.closed", dispute);
    },
    /** Makes a refund in Stripe's dashboard. */
    refundAtProvider(paymentId: string, amount: number) {
      refund({ payment_intent: this.sessionOf(paymentId)?.payment_intent, amount });
    },
    /**
     * Returns the received amounts minus refunds and lost disputes, in Stripe's units, by Livery's id of the payment.
     */
    ledger() {
      return Object.fromEntries(
        [...intents.values()].flatMap(({ metadata, latest_charge }) => {
          const charge = charges.get(latest_charge ?? "");
          if (!charge) return [];
          const lost = [...disputes.values()].filter(
            ({ payment_intent, status }) =>
              payment_intent === charge.payment_intent && status === "lost",
          );
          const left = refundableMinorOf(charge);
          return [[metadata?.livery_payment, lost.reduce((sum, { amount }) => sum - amount, left)]];
        }),
      );
    },
    /** Returns an event as it is delivered. `secret` and `live` allow tests with another account. */
    async deliver(
      { type, object }: { type: string; object: object },
      { id = "evt_1", secret = webhookSecret, live = livemode } = {},
    ): Promise<StripeDelivery> {
      const body = JSON.stringify({
        id,
        object: "event",
        type,
        livemode: live,
        created: Math.floor(Date.now() / 1_000),
        data: { object },
      });
      const signature = await new Stripe(secretKey).webhooks.generateTestHeaderStringAsync({
        payload: body,
        secret,
      });
      return {
        body,
        headers: { "stripe-signature": signature, "content-type": "application/json" },
      };
    },
  });
}
