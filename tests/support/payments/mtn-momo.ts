/** MTN's Collections API on loopback, in the format of its reference, with its own ledger. */
import { z } from "zod";
import { serveFake } from "./fake-provider";

const uuid4 = z.uuid({ version: "v4" });
/** The body of `POST /requesttopay` as in the reference, without any other field. */
const RequestToPay = z.strictObject({
  amount: z.string().regex(/^\d+(?:\.\d+)?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  externalId: z.string(),
  payer: z.strictObject({
    partyIdType: z.literal("MSISDN"),
    partyId: z.string().regex(/^\d{6,15}$/),
  }),
  payerMessage: z
    .string()
    .max(160)
    .regex(/^[^'’"<>&]*$/),
  payeeNote: z
    .string()
    .max(160)
    .regex(/^[^'’"<>&]*$/),
});
type RequestedPayment = z.infer<typeof RequestToPay> & {
  status: "PENDING" | "SUCCESSFUL" | "FAILED";
  reason?: string;
  financialTransactionId?: string;
  callbackUrl: string;
};

const keys = {
  subscriptionKey: "sub-1",
  apiUser: "user-1",
  apiKey: "key-1",
  environment: "sandbox",
};

/** Starts the fake, with the keys it accepts. */
export function startMomo() {
  const requests = new Map<string, RequestedPayment>();
  const fake = serveFake((request, url, text) => {
    const header = (name: string) => request.headers.get(name) ?? "";
    if (header("ocp-apim-subscription-key") !== keys.subscriptionKey)
      return Response.json({ statusCode: 401, message: "Access denied" }, { status: 401 });
    if (url.pathname === "/collection/token/") {
      const basic = Buffer.from(`${keys.apiUser}:${keys.apiKey}`).toString("base64");
      return header("authorization") === `Basic ${basic}`
        ? Response.json({ access_token: "token-1", token_type: "access_token", expires_in: 3_600 })
        : Response.json({ error: "login_failed" }, { status: 401 });
    }
    if (header("authorization") !== "Bearer token-1")
      return Response.json({ message: "Unauthorized" }, { status: 401 });
    if (header("x-target-environment") !== keys.environment)
      fake.faults.push("the target environment is another");
    if (!url.pathname.startsWith("/collection/v1_0/requesttopay"))
      fake.faults.push(`${url.pathname} is not in the reference`);
    if (request.method === "GET") {
      const found = requests.get(url.pathname.split("/").at(-1) ?? "");
      if (!found)
        return Response.json({ code: "RESOURCE_NOT_FOUND", message: "Not found" }, { status: 404 });
      const { callbackUrl: _, ...result } = found;
      return Response.json(result);
    }
    const id = header("x-reference-id");
    if (!uuid4.safeParse(id).success) fake.faults.push(`${id} is no UUID of version 4`);
    const body = RequestToPay.safeParse(JSON.parse(text));
    if (!body.success) {
      fake.faults.push(body.error.message);
      return Response.json({ message: "Bad request" }, { status: 400 });
    }
    if (requests.has(id))
      return Response.json(
        { code: "RESOURCE_ALREADY_EXIST", message: "Duplicated reference id." },
        { status: 409 },
      );
    requests.set(id, { ...body.data, status: "PENDING", callbackUrl: header("x-callback-url") });
    return new Response(null, { status: 202 });
  });
  const settle = (id: string, end: Partial<RequestedPayment>) => {
    const found = requests.get(id);
    if (found?.status !== "PENDING") throw new Error(`${id} does not wait`);
    Object.assign(found, end);
  };
  return Object.assign(fake, {
    /** The configuration that connects a server to it. */
    connection: { apiUrl: fake.url, ...keys },
    requests,
    /** Confirms the payment on the payer's phone. */
    pay: (id: string) =>
      settle(id, { status: "SUCCESSFUL", financialTransactionId: String(requests.size) }),
    decline: (id: string, reason = "APPROVAL_REJECTED") => settle(id, { status: "FAILED", reason }),
    /** Returns the callback for a request, which MTN sends once. */
    callback(id: string) {
      const found = requests.get(id);
      if (!found) throw new Error(`${id} was never asked for`);
      const { callbackUrl, ...result } = found;
      return { url: callbackUrl, body: JSON.stringify(result) };
    },
    /** Returns the received amounts, by Livery's id of the payment. */
    ledger: () =>
      Object.fromEntries(
        [...requests].flatMap(([id, one]) =>
          one.status === "SUCCESSFUL" ? [[id, Number(one.amount)]] : [],
        ),
      ),
  });
}
