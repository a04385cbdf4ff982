/**
 * Flutterwave by version 3 of its API. Cards are paid on its page, and so is mobile money if the payer must name a
 * network. If a phone number is enough, the payer is charged at once and confirms on the phone.
 */
import { z } from "zod";
import { equalInConstantTime } from "../process/keys";
import { callProvider } from "./call-provider";
import {
  type RecordedPayment,
  type PaymentProvider,
  type PaymentRequest,
  type ProviderPayment,
  ProviderRefusal,
  ProviderNoAnswerError,
  WebhookRefusedError,
  ProviderUnreadableError,
} from "./provider";
import { fromDecimal, toDecimal } from "./provider-money";

interface FlutterwaveSettings {
  apiUrl: string;
  secretKey: string;
  /** The “secret hash” that the operator typed at Flutterwave. Every webhook contains it. */
  secretHash: string;
}

/** How mobile money in a currency is requested: by a kind of charge, or by an option of the page. */
const mobileMoneyMethods: Record<string, { charge: string } | { option: string }> = {
  RWF: { charge: "mobile_money_rwanda" },
  UGX: { charge: "mobile_money_uganda" },
  KES: { charge: "mpesa" },
  GHS: { option: "mobilemoneyghana" },
  ZMW: { option: "mobilemoneyzambia" },
  TZS: { option: "mobilemoneytanzania" },
  XAF: { option: "mobilemoneyfranco" },
  XOF: { option: "mobilemoneyfranco" },
};

const Answer = z.object({
  status: z.string(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
});
const Link = z.object({ link: z.url({ protocol: /^https?$/ }) });
const Authorization = z.object({
  meta: z
    .object({ authorization: z.object({ mode: z.string(), redirect: z.url().optional() }) })
    .optional(),
});
const Transaction = z.object({
  id: z.number(),
  tx_ref: z.string(),
  flw_ref: z.string().nullish(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  app_fee: z.number().nullish(),
  processor_response: z.string().nullish(),
});
const Refund = z.object({
  id: z.number(),
  amount_refunded: z.number(),
  status: z.string(),
  comment: z.string().nullish(),
  comments: z.string().nullish(),
});
const Chargeback = z.object({ flw_ref: z.string(), amount: z.number(), status: z.string() });
const Webhook = z.object({
  event: z.string(),
  data: z.object({
    id: z.union([z.number(), z.string()]),
    status: z.string().optional(),
    tx_ref: z.string().optional(),
  }),
});

const lostStatuses = ["lost", "accepted"];

/** The maximum lifetime of a page: nobody needs it longer. */
const MAX_SESSION_MINUTES = 1_440;

/**
 * Creates Flutterwave with the operator's keys. `operatorEmail` is sent for a payer without an e-mail address, because
 * Flutterwave requires one.
 */
export function flutterwaveProvider(
  { apiUrl, secretKey, secretHash }: FlutterwaveSettings,
  { now, operatorEmail, brand }: { now: () => number; operatorEmail: string | null; brand: string },
): PaymentProvider {
  const isLive = !secretKey.startsWith("FLWSECK_TEST");
  const callApi = async (path: string, json?: unknown) => {
    const { status, json: rawAnswer } = await callProvider(`${apiUrl}/v3${path}`, {
      method: json === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${secretKey}` },
      ...(json !== undefined && { json }),
    });
    const { data: answer } = Answer.safeParse(rawAnswer);
    if (!answer)
      throw new ProviderUnreadableError(`Flutterwave’s answer (${status}) cannot be read.`);
    return { isOk: status < 300 && answer.status === "success", status, answer, rawAnswer };
  };
  const transaction = async ({ id }: Pick<RecordedPayment, "id">) => {
    const { isOk, status, answer } = await callApi(
      `/transactions/verify_by_reference?tx_ref=${encodeURIComponent(id)}`,
    );
    if (isOk) return parse(Transaction, answer.data);
    // Flutterwave answers 400 for a reference without a payment.
    if (status === 400 || status === 404) return null;
    throw new ProviderRefusal(`Flutterwave answered ${status}. ${answer.message ?? ""}`.trim());
  };
  const refundsOf = async (transactionId: number) => {
    const { isOk, answer } = await callApi(`/refunds?id=${transactionId}`);
    if (!isOk)
      throw new ProviderNoAnswerError(`Flutterwave listed no refunds. ${answer.message ?? ""}`);
    return parse(z.array(Refund), answer.data ?? []);
  };
  const chargebacksOf = async (reference: string) => {
    const { isOk, answer } = await callApi(`/chargebacks?flw_ref=${encodeURIComponent(reference)}`);
    // An account without access to disputes is notified of them only by e-mail.
    const chargebacks = isOk ? parse(z.array(Chargeback), answer.data ?? []) : [];
    return chargebacks.filter(({ flw_ref }) => flw_ref === reference);
  };
  const emailOf = ({ payer }: PaymentRequest) => {
    const email = payer.email ?? operatorEmail;
    if (email) return email;
    throw new ProviderRefusal("Flutterwave needs an e-mail address: the payer’s, or yours.");
  };
  const startOnPage = async (request: PaymentRequest, option: string) => {
    const { id, amountMinor, currency, payer, returnUrl, description, expiresAt } = request;
    const minutes = Math.ceil((expiresAt - now()) / 60_000);
    const { isOk, status, answer } = await callApi("/payments", {
      tx_ref: id,
      amount: toDecimal(amountMinor, currency),
      currency,
      redirect_url: returnUrl,
      payment_options: option,
      session_duration: Math.max(5, Math.min(MAX_SESSION_MINUTES, minutes)),
      customer: {
        email: emailOf(request),
        ...(payer.phone && { phonenumber: payer.phone }),
        ...(payer.name && { name: payer.name }),
      },
      customizations: { title: brand, description },
    });
    if (!isOk)
      throw new ProviderRefusal(`Flutterwave refused the payment (${status}). ${answer.message}`);
    const { link: url } = parse(Link, answer.data);
    return { ref: id, next: { kind: "redirect", url } } as const;
  };
  const charge = async (request: PaymentRequest, type: string) => {
    const { id, amountMinor, currency, payer, returnUrl } = request;
    if (!payer.phone) throw new ProviderRefusal("Flutterwave needs the payer’s phone number.");
    const startedPayment = { ref: id, next: { kind: "prompt" } } as const;
    // An existing charge must not be made again, even if its answer was lost.
    if (await transaction(request)) return startedPayment;
    const chargeRequest = callApi(`/charges?type=${type}`, {
      tx_ref: id,
      amount: toDecimal(amountMinor, currency),
      currency,
      email: emailOf(request),
      phone_number: payer.phone.replace(/^\+/, ""),
      ...(payer.name && { fullname: payer.name }),
      redirect_url: returnUrl,
    });
    const chargeAnswer = await chargeRequest.catch(async (error: unknown) => {
      if (error instanceof ProviderNoAnswerError && (await transaction(request).catch(() => null)))
        return null;
      throw error;
    });
    if (!chargeAnswer) return startedPayment;
    const { isOk, status, answer, rawAnswer } = chargeAnswer;
    if (!isOk)
      throw new ProviderRefusal(`Flutterwave refused the payment (${status}). ${answer.message}`);
    const url = Authorization.safeParse(rawAnswer).data?.meta?.authorization.redirect;
    return url ? ({ ref: id, next: { kind: "redirect", url } } as const) : startedPayment;
  };
  return {
    id: "flutterwave",
    isLive,
    methods: (currency) =>
      mobileMoneyMethods[currency] ? ["mobile_money", "card_online"] : ["card_online"],
    canHold: false,
    cards: null,
    async start(request) {
      const { method, currency, isHold } = request;
      if (isHold) throw new ProviderRefusal("Flutterwave cannot hold an amount.");
      if (method === "card_online") return startOnPage(request, "card");
      const mobile = mobileMoneyMethods[currency];
      if (!mobile) throw new ProviderRefusal(`Flutterwave has no mobile money in ${currency}.`);
      return "charge" in mobile
        ? charge(request, mobile.charge)
        : startOnPage(request, mobile.option);
    },
    async find(payment) {
      const charge = await transaction(payment);
      if (!charge) return null;
      const { currency, status } = charge;
      const isPaid = status === "successful";
      const refunds = isPaid ? await refundsOf(charge.id) : [];
      // A failure to read chargebacks must not delay the payment. They are read again later.
      const chargebacks = isPaid ? await chargebacksOf(charge.flw_ref ?? "").catch(() => []) : [];
      const lost = chargebacks.filter(({ status }) => lostStatuses.includes(status));
      const receivedMinor = isPaid ? fromDecimal(charge.amount, currency) : 0;
      const lostMinor = lost.reduce((sum, { amount }) => sum + fromDecimal(amount, currency), 0);
      return {
        ref: charge.tx_ref,
        moneyRef: String(charge.id),
        state: isPaid ? "paid" : status === "failed" ? "failed" : "open",
        currency,
        heldMinor: 0,
        receivedMinor,
        refundedMinor: refunds
          .filter((refund) => refundState(refund.status) !== "failed")
          .reduce((sum, refund) => sum + fromDecimal(refund.amount_refunded, currency), 0),
        feeMinor: isPaid && charge.app_fee != null ? fromDecimal(charge.app_fee, currency) : null,
        dispute: disputeOf(chargebacks),
        // A dispute with several stages is listed once for each.
        chargedBackMinor: Math.min(receivedMinor, lostMinor),
        isLive,
        failure: status === "failed" ? (charge.processor_response ?? status) : null,
      };
    },
    // The page closes when its time is over.
    cancel: async () => false,
    capture: refuseHold,
    release: refuseHold,
    async listRefunds(payment) {
      const paid = await transaction(payment);
      return paid?.status === "successful" ? listed(await refundsOf(paid.id), paid.currency) : null;
    },
    async refund(payment, amountMinor, key) {
      const paid = await transaction(payment);
      // Only a successful payment is refunded. If it isn't found, the key belongs to another account.
      if (paid?.status !== "successful")
        throw new ProviderNoAnswerError("Flutterwave cannot find the payment with this key.");
      const earlier = (await refundsOf(paid.id)).find((one) => keyOf(one) === key);
      if (earlier) return { ref: String(earlier.id), state: refundState(earlier.status) };
      const { isOk, status, answer } = await callApi(`/transactions/${paid.id}/refund`, {
        amount: toDecimal(amountMinor, payment.currency),
        comments: key,
      });
      if (!isOk)
        throw new ProviderRefusal(`Flutterwave refused the refund (${status}). ${answer.message}`);
      const refund = parse(Refund, answer.data);
      return { ref: String(refund.id), state: refundState(refund.status) };
    },
    readWebhook: async (webhook) => readEvent(secretHash, webhook),
    async check() {
      const { isOk, status, answer } = await callApi("/balances");
      if (!isOk)
        throw new ProviderRefusal(`Flutterwave refuses the key (${status}). ${answer.message}`);
      return `Flutterwave accepts the ${isLive ? "live" : "test"} key.`;
    },
  };
}

/** Returns what a webhook is about, after verifying its sender. */
function readEvent(
  secretHash: string,
  { body, headers }: Parameters<PaymentProvider["readWebhook"]>[0],
): Awaited<ReturnType<PaymentProvider["readWebhook"]>> {
  if (!equalInConstantTime(headers.get("verif-hash") ?? "", secretHash))
    throw new WebhookRefusedError("The secret hash does not match.");
  let json: unknown = null;
  try {
    json = JSON.parse(body);
  } catch {}
  const { data: webhook } = Webhook.safeParse(json);
  if (!webhook) throw new WebhookRefusedError("The webhook is not an event of version 3.");
  const { event, data } = webhook;
  return {
    eventId: `${event}:${data.id}:${data.status ?? ""}`,
    type: event,
    paymentId: data.tx_ref ?? null,
    ref: String(data.id),
  };
}

function disputeOf(chargebacks: z.output<typeof Chargeback>[]): ProviderPayment["dispute"] {
  if (chargebacks.length === 0) return null;
  return chargebacks.every(({ status }) => status === "won" || lostStatuses.includes(status))
    ? "decided"
    : "open";
}

/** Returns Livery's key of a refund. */
const keyOf = ({ comment, comments }: z.output<typeof Refund>) => comment ?? comments;

const listed = (refunds: z.output<typeof Refund>[], currency: string) =>
  refunds.map((refund) => ({
    key: keyOf(refund) ?? null,
    amountMinor: fromDecimal(refund.amount_refunded, currency),
    state: refundState(refund.status),
  }));

/** Returns the state of a refund. Flutterwave calls a completed one `completed`, `completed-mpgs` and so on. */
function refundState(status: string): "pending" | "done" | "failed" {
  if (status.startsWith("completed") || status === "successful") return "done";
  return status.startsWith("fail") ? "failed" : "pending";
}

async function refuseHold(_: RecordedPayment): Promise<never> {
  throw new ProviderRefusal("Flutterwave cannot hold an amount.");
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsedAnswer = schema.safeParse(value);
  if (parsedAnswer.success) return parsedAnswer.data;
  throw new ProviderUnreadableError("Flutterwave’s answer cannot be read.");
}
