/** Flutterwave's version 3 on loopback, in the format of its reference, with its own ledger. */
import { z } from "zod";
import { serveFake } from "./fake-provider";

const amount = z.union([z.number(), z.string().regex(/^\d+(?:\.\d+)?$/)]);
/** Request bodies as in the reference, without any other field. */
const Payment = z.strictObject({
  tx_ref: z.string().min(1),
  amount,
  currency: z.string().regex(/^[A-Z]{3}$/),
  redirect_url: z.url(),
  payment_options: z.string().optional(),
  session_duration: z.number().int().min(1).max(1_440).optional(),
  customer: z.strictObject({
    email: z.email(),
    phonenumber: z.string().optional(),
    name: z.string().optional(),
  }),
  customizations: z.strictObject({
    title: z.string().optional(),
    description: z.string().optional(),
    logo: z.url().optional(),
  }),
});
const MobileMoney = z.strictObject({
  tx_ref: z.string().min(1),
  amount,
  currency: z.string().regex(/^[A-Z]{3}$/),
  email: z.email(),
  phone_number: z.string().regex(/^\d+$/),
  fullname: z.string().optional(),
  network: z.string().optional(),
  redirect_url: z.url().optional(),
});
const Refund = z.strictObject({ amount, comments: z.string().optional() });

/** The calls of the reference that this fake serves. */
const calls = new Set([
  "GET /v3/balances",
  "GET /v3/chargebacks",
  "GET /v3/refunds",
  "GET /v3/transactions/verify_by_reference",
  "POST /v3/payments",
  "POST /v3/charges",
  "POST /v3/transactions/{id}/refund",
]);
const chargeTypes = new Set(["mobile_money_rwanda", "mobile_money_uganda", "mpesa"]);

interface Transaction {
  id: number;
  tx_ref: string;
  flw_ref: string;
  amount: number;
  charged_amount: number;
  app_fee: number;
  currency: string;
  status: "pending" | "successful" | "failed";
  processor_response: string;
  payment_type: string;
  created_at: string;
  /** The phone number that was charged, or null if the payer paid on the page. */
  customer: { phone_number: string | null };
}

/** Starts the fake, with the key it accepts. */
export function startFlutterwave({ secretKey = "FLWSECK_TEST-1-X", secretHash = "hash-1" } = {}) {
  const links = new Map<string, z.infer<typeof Payment>>();
  const transactions: Transaction[] = [];
  const chargebacks: {
    id: number;
    amount: number;
    flw_ref: string;
    status: "initiated" | "accepted" | "declined" | "won" | "lost";
    stage: string;
    transaction_id: number;
    tx_ref: string;
  }[] = [];
  const refunds: {
    id: number;
    tx_id: number;
    amount_refunded: number;
    comment: string;
    status: "completed" | "failed";
  }[] = [];
  let count = 1_000;
  const answer = (data: unknown, more: object = {}) =>
    Response.json({ status: "success", message: "Done", data, ...more });
  const refuse = (status: number, message: string) =>
    Response.json({ status: "error", message, data: null }, { status });
  const add = (
    facts: Pick<Transaction, "tx_ref" | "amount" | "currency" | "payment_type">,
    phone: string | null = null,
  ) => {
    const id = ++count;
    const transaction: Transaction = {
      ...facts,
      customer: { phone_number: phone },
      id,
      flw_ref: `FLW-${id}`,
      charged_amount: facts.amount,
      app_fee: Math.round(facts.amount * 0.038),
      status: "pending",
      processor_response: "Transaction in progress",
      created_at: new Date().toISOString(),
    };
    transactions.push(transaction);
    return transaction;
  };
  const take = <T>(schema: z.ZodType<T>, text: string): T | null => {
    const read = schema.safeParse(JSON.parse(text));
    if (read.success) return read.data;
    fake.faults.push(read.error.message);
    return null;
  };
  /** Returns the transaction that counts for a reference: the paid one, or else the newest. */
  const findByRef = (ref: string) => {
    const under = transactions.filter(({ tx_ref }) => tx_ref === ref);
    return under.find(({ status }) => status === "successful") ?? under.at(-1);
  };
  const fake = serveFake((request, url, text) => {
    if (request.headers.get("authorization") !== `Bearer ${secretKey}`)
      return refuse(401, "Invalid authorization key");
    const path = url.pathname.replace(/^\/v3/, "");
    const call = `${request.method} ${url.pathname.replace(/\d{4,}/, "{id}")}`;
    if (!calls.has(call)) fake.faults.push(`${call} is not in the reference`);
    if (request.method === "GET") {
      if (path === "/balances") return answer([{ currency: "RWF", available_balance: 0 }]);
      if (path === "/chargebacks")
        return answer(
          chargebacks.filter(({ flw_ref }) => flw_ref === url.searchParams.get("flw_ref")),
          { meta: { page_info: { total: 1, current_page: 1, total_pages: 1, page_size: 20 } } },
        );
      if (path === "/refunds")
        return answer(refunds.filter(({ tx_id }) => String(tx_id) === url.searchParams.get("id")));
      const found = findByRef(url.searchParams.get("tx_ref") ?? "");
      return found ? answer(found) : refuse(400, "No transaction was found for this id");
    }
    if (path === "/payments") {
      const sent = take(Payment, text);
      if (!sent) return refuse(400, "Invalid parameters");
      links.set(sent.tx_ref, sent);
      return answer({ link: `${fake.url}/hosted/pay/${sent.tx_ref}` });
    }
    if (path === "/charges") {
      const type = url.searchParams.get("type") ?? "";
      if (!chargeTypes.has(type)) fake.faults.push(`${type} is no kind of charge`);
      const sent = take(MobileMoney, text);
      if (!sent) return refuse(400, "Invalid parameters");
      const facts = {
        tx_ref: sent.tx_ref,
        amount: Number(sent.amount),
        currency: sent.currency,
        payment_type: type.replace("mobile_money_rwanda", "mobilemoneyrw"),
      };
      add(facts, sent.phone_number);
      return Response.json({
        status: "success",
        message: "Charge initiated",
        meta: { authorization: { mode: "redirect", redirect: `${fake.url}/otp/${sent.tx_ref}` } },
      });
    }
    const id = Number(/^\/transactions\/(\d+)\/refund$/.exec(path)?.[1]);
    const paidTransaction = transactions.find(
      (one) => one.id === id && one.status === "successful",
    );
    const sent = take(Refund, text);
    if (!paidTransaction || !sent) return refuse(400, "Transaction cannot be refunded");
    const before = refunds.filter(({ tx_id, status }) => tx_id === id && status === "completed");
    const left =
      paidTransaction.amount -
      before.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
    if (Number(sent.amount) > left) return refuse(400, "Refund amount is more than is left");
    const made = {
      id: ++count,
      tx_id: id,
      amount_refunded: Number(sent.amount),
      comment: sent.comments ?? "",
      status: "completed" as const,
    };
    refunds.push(made);
    return answer(made);
  });
  const settle = (ref: string, end: Partial<Transaction>) => {
    const link = links.get(ref);
    const found =
      transactions.find(({ tx_ref, status }) => tx_ref === ref && status === "pending") ??
      (link &&
        add({
          tx_ref: ref,
          amount: Number(link.amount),
          currency: link.currency,
          payment_type: link.payment_options ?? "card",
        }));
    if (!found) throw new Error(`${ref} was never asked for`);
    Object.assign(found, end);
  };
  return Object.assign(fake, {
    /** The configuration that connects a server to it. */
    connection: { apiUrl: fake.url, secretKey, secretHash },
    links,
    transactions,
    refunds,
    /** Pays as the payer, on the page or on the phone. `other` replaces the requested amount or currency. */
    pay: (ref: string, other: { amount?: number; currency?: string } = {}) =>
      settle(ref, { status: "successful", processor_response: "Approved", ...other }),
    /** Opens a dispute: the payer's bank wants the money back, or part of it. */
    dispute(ref: string, amount?: number) {
      const paid = findByRef(ref);
      if (!paid) throw new Error(`${ref} was never paid`);
      chargebacks.push({
        id: ++count,
        amount: amount ?? paid.amount,
        flw_ref: paid.flw_ref,
        status: "initiated",
        stage: "new",
        transaction_id: paid.id,
        tx_ref: ref,
      });
    },
    /** Sets the outcome of the newest dispute of a payment. */
    closeDispute(ref: string, status: (typeof chargebacks)[number]["status"]) {
      const found = chargebacks.findLast(({ tx_ref }) => tx_ref === ref);
      if (!found) throw new Error("Nothing is disputed");
      found.status = status;
    },
    decline: (ref: string) =>
      settle(ref, { status: "failed", processor_response: "Insufficient funds" }),
    /** Returns the webhook about the transaction that counts for a reference. */
    webhook(ref: string, hash = secretHash) {
      const data = findByRef(ref);
      if (!data) throw new Error(`${ref} was never paid`);
      return {
        body: JSON.stringify({
          event: "charge.completed",
          data,
          "event.type": "MOBILEMONEYRW_TRANSACTION",
        }),
        headers: { "verif-hash": hash, "content-type": "application/json" },
      };
    },
    /** Returns the received amounts minus refunds, by Livery's id of the payment. */
    ledger: () =>
      Object.fromEntries(
        transactions.flatMap((one) => {
          if (one.status !== "successful") return [];
          const back = refunds.filter(
            ({ tx_id, status }) => tx_id === one.id && status === "completed",
          );
          return [
            [
              one.tx_ref,
              one.amount - back.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
            ],
          ];
        }),
      ),
  });
}
