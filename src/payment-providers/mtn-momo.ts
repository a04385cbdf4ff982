/**
 * MTN Mobile Money by its Collections API: the payer confirms on the phone. The API has no refunds. Its callbacks have
 * no signature, so each payment's callback URL contains one.
 */
import { z } from "zod";
import { callProvider } from "./call-provider";
import {
  type RecordedPayment,
  type PaymentProvider,
  ProviderRefusal,
  ProviderKeyRefusedError,
  ProviderNoAnswerError,
  WebhookRefusedError,
  ProviderUnreadableError,
} from "./provider";
import { fromDecimal, toDecimal } from "./provider-money";

/** The keys, and the environment they belong to. */
interface MomoSettings {
  apiUrl: string;
  subscriptionKey: string;
  apiUser: string;
  apiKey: string;
  /** `sandbox`, or the wallet's country, such as `mtnrwanda`. */
  environment: string;
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() });

const Result = z.object({
  amount: z.coerce.string(),
  currency: z.string(),
  externalId: z.coerce.string(),
  financialTransactionId: z.coerce.string().optional(),
  status: z.enum(["PENDING", "SUCCESSFUL", "FAILED"]),
  // Some of its gateways send a word, others an object.
  reason: z
    .union([z.string(), z.object({ code: z.string() }).transform(({ code }) => code)])
    .optional(),
});

const Fault = z.object({ code: z.string().optional(), message: z.string().optional() });

/** How long before its end a token is no longer used. A token is valid for an hour. */
const TOKEN_EXPIRY_MARGIN_MS = 60_000;
const tokens = new WeakMap<MomoSettings, { token: string; endsAt: number }>();

/** Creates MTN MoMo with the operator's keys. `signs` verifies that this server created a callback's URL. */
export function momoProvider(
  settings: MomoSettings,
  {
    now,
    signs: verifySignature,
  }: { now: () => number; signs: (id: string, signature: string) => boolean },
): PaymentProvider {
  const { apiUrl, subscriptionKey, environment } = settings;
  const subscriptionHeader = { "ocp-apim-subscription-key": subscriptionKey };
  const token = async () => {
    const cachedToken = tokens.get(settings);
    if (cachedToken && cachedToken.endsAt > now() + TOKEN_EXPIRY_MARGIN_MS)
      return cachedToken.token;
    const basicCredentials = Buffer.from(`${settings.apiUser}:${settings.apiKey}`).toString(
      "base64",
    );
    const { status, json } = await callProvider(`${apiUrl}/collection/token/`, {
      method: "POST",
      headers: { ...subscriptionHeader, authorization: `Basic ${basicCredentials}` },
    });
    if (status !== 200) throw new ProviderKeyRefusedError(`MTN refuses the keys (${status}).`);
    const { access_token, expires_in } = parseAnswer(Token, json);
    tokens.set(settings, { token: access_token, endsAt: now() + expires_in * 1_000 });
    return access_token;
  };
  const callApi = async (
    path: string,
    sent?: { headers: Record<string, string>; json: unknown },
  ): Promise<{ status: number; json: unknown }> =>
    callProvider(`${apiUrl}/collection/v1_0${path}`, {
      method: sent ? "POST" : "GET",
      headers: {
        ...subscriptionHeader,
        authorization: `Bearer ${await token()}`,
        "x-target-environment": environment,
        ...sent?.headers,
      },
      ...(sent && { json: sent.json }),
    });
  const result = async (id: string) => {
    const { status, json } = await callApi(`/requesttopay/${id}`);
    if (status === 404) return null;
    if (status !== 200)
      throw new ProviderRefusal(`MTN answered ${status}. ${faultOf(json)}`.trim());
    return parseAnswer(Result, json);
  };
  return {
    id: "mtn_momo",
    isLive: environment !== "sandbox",
    methods: () => ["mobile_money"],
    canHold: false,
    cards: null,
    async start(request) {
      const { id, amountMinor, currency, description, payer, callbackUrl } = request;
      if (!payer.phone) throw new ProviderRefusal("MTN needs the payer’s phone number.");
      const startedPayment = { ref: id, next: { kind: "prompt" } } as const;
      const paymentRequest = callApi("/requesttopay", {
        headers: { "x-reference-id": id, "x-callback-url": callbackUrl },
        json: {
          amount: toDecimal(amountMinor, currency),
          currency,
          externalId: id,
          payer: { partyIdType: "MSISDN", partyId: payer.phone.replace(/^\+/, "") },
          payerMessage: plainNote(description),
          payeeNote: plainNote(description),
        },
      });
      const { status, json } = await paymentRequest.catch(async (error: unknown) => {
        // MTN may have asked the payer before it stopped answering.
        if (error instanceof ProviderNoAnswerError && (await result(id).catch(() => null)))
          return { status: 202, json: null };
        throw error;
      });
      // 409 means that this id was already requested.
      if (status === 202 || status === 409) return startedPayment;
      throw new ProviderRefusal(`MTN refused the payment (${status}). ${faultOf(json)}`.trim());
    },
    async find({ id }) {
      const paymentResult = await result(id);
      if (!paymentResult) return null;
      const isPaid = paymentResult.status === "SUCCESSFUL";
      return {
        ref: id,
        moneyRef: paymentResult.financialTransactionId ?? null,
        state: isPaid
          ? "paid"
          : paymentResult.status === "FAILED"
            ? failureState(paymentResult.reason)
            : "open",
        currency: paymentResult.currency,
        heldMinor: 0,
        receivedMinor: isPaid ? fromDecimal(paymentResult.amount, paymentResult.currency) : 0,
        refundedMinor: 0,
        feeMinor: null,
        dispute: null,
        chargedBackMinor: 0,
        isLive: environment !== "sandbox",
        failure: paymentResult.status === "FAILED" ? (paymentResult.reason ?? "FAILED") : null,
      };
    },
    // A request on a phone ends when the payer answers it, or when it expires.
    cancel: async () => false,
    capture: refuse,
    release: refuse,
    refund: refuse,
    listRefunds: async () => null,
    async readWebhook({ body, query }) {
      const id = query.get("payment") ?? "";
      if (!verifySignature(id, query.get("signature") ?? ""))
        throw new WebhookRefusedError("The callback’s address is not from this server.");
      const statusAnswer = Result.pick({ status: true }).safeParse(parseJson(body)).data;
      const type = statusAnswer?.status ?? "unreadable";
      return { eventId: `${id}:${type}`, type, paymentId: id, ref: id };
    },
    async check() {
      await token();
      return `MTN accepts the keys for ${environment}.`;
    },
  };
}

const failureState = (reason = "") =>
  reason === "EXPIRED" ? ("expired" as const) : ("failed" as const);

async function refuse(_: RecordedPayment): Promise<never> {
  throw new ProviderRefusal("MTN Collections cannot hold or refund amounts.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Removes apostrophes and other characters that MTN refuses, and limits the text to MTN's 160 characters. */
function plainNote(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^\w .,:#/-]/g, "")
    .slice(0, 160);
}

function faultOf(json: unknown): string {
  const fault = Fault.safeParse(json).data;
  return fault?.message ?? fault?.code ?? "";
}

function parseAnswer<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsedAnswer = schema.safeParse(json);
  if (parsedAnswer.success) return parsedAnswer.data;
  throw new ProviderUnreadableError("MTN’s answer cannot be read.");
}
