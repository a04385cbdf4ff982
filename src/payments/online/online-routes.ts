import { z } from "zod";
import { InvoiceAnswer } from "../../invoices/contract";
import { PaymentProviderId } from "../../payment-providers/provider-contract";
import { ReservationAnswer } from "../../reservations/contract";
import { createRouter } from "../../server/calls";
import {
  withoutIdleTimeout,
  type AppContext,
  limitPerAddress,
  limitPerSession,
  readBody,
  readIdempotencyKey,
} from "../../server/http";
import { Message } from "../../settings/contract";
import type { Deps } from "../../deps";
import { invoiceAnswer, reservationAnswer } from "../queries";
import { resolveDifference } from "./difference-actions";
import {
  DifferenceList,
  DifferencesQuery,
  Reconciliation,
  RefundInvoice,
  RefundOnline,
  ResolveDifference,
} from "./online-contract";
import { listDifferences } from "./online-queries";
import { reconcileManually } from "./reconcile-actions";
import { refundInvoice, refundOnline } from "./refund-actions";
import { processWebhooks, receiveWebhook } from "./webhook-actions";

/** The maximum size of a webhook, which contains all facts of a payment. */
const WEBHOOK_LIMIT_BYTES = 512 * 1024;

const webhookCall = {
  who: "public",
  param: z.object({ provider: PaymentProviderId }),
  answer: Message,
  refuses: ["payment.webhook_refused", "request.not_found", "request.too_large"],
  use: limitPerAddress(1_200, 60),
} as const;

async function handleWebhook({ c, deps, provider }: WebhookCall): Promise<{ message: string }> {
  const bytes = await readBody(c.req.raw, WEBHOOK_LIMIT_BYTES);
  await receiveWebhook(deps, provider, {
    body: new TextDecoder().decode(bytes),
    headers: c.req.raw.headers,
    query: new URL(c.req.url).searchParams,
  });
  // The webhook is stored, so the provider need not wait until it is processed.
  void processWebhooks(deps, [provider]).catch((error: unknown) =>
    deps.log.error("Webhooks could not be processed: {error}", { error }),
  );
  return { message: "The webhook is recorded." };
}
type WebhookCall = { c: AppContext; deps: Deps; provider: PaymentProviderId };

/** The routes of payments at providers: their webhooks, refunds, and differences from the ledger. */
export const onlineRoutes = createRouter("payments")
  .post(
    "/payments/:provider/webhook",
    "Receives a webhook of a payment provider",
    webhookCall,
    handleWebhook,
  )
  .put(
    "/payments/:provider/webhook",
    "Receives a webhook of a payment provider by PUT, which MTN may use",
    webhookCall,
    handleWebhook,
  )
  .post(
    "/admin/reservations/:id/payments/:paymentId/refund",
    "Refunds a payment through its provider; idempotent with an Idempotency-Key",
    {
      who: "billing.manage",
      body: RefundOnline,
      created: ReservationAnswer,
      refuses: [
        "reservation.stale",
        "idempotency.reused",
        "payment.refund_too_much",
        "payment.cannot_refund",
        "payment.refund_refused",
      ],
    },
    async ({ c, deps, actor, id, paymentId, body }) => {
      const key = readIdempotencyKey(c);
      await withoutIdleTimeout(c, () => refundOnline(deps, actor, id, paymentId, body, key));
      return reservationAnswer(deps, id);
    },
  )
  .post(
    "/admin/invoices/:id/payments/:paymentId/refund",
    "Refunds an overpayment of an invoice, through the payment provider if possible; idempotent with an Idempotency-Key",
    {
      who: "billing.manage",
      body: RefundInvoice,
      created: InvoiceAnswer,
      refuses: [
        "idempotency.reused",
        "payment.refund_too_much",
        "payment.cannot_refund",
        "payment.refund_refused",
      ],
    },
    async ({ c, deps, actor, id, paymentId, body }) => {
      const key = readIdempotencyKey(c);
      await withoutIdleTimeout(c, () => refundInvoice(deps, actor, id, paymentId, body, key));
      return invoiceAnswer(deps, id);
    },
  )
  .get(
    "/admin/payment-differences",
    "Lists the differences between payment providers and the payments recorded here",
    { who: "billing.manage", query: DifferencesQuery, answer: DifferenceList },
    ({ deps, query }) => listDifferences(deps, query.resolved === "true"),
  )
  .post(
    "/admin/payment-differences/:id/resolution",
    "Marks a difference as resolved, with a note about what was done",
    {
      who: "billing.manage",
      body: ResolveDifference,
      answer: DifferenceList,
      refuses: ["payment.difference_resolved"],
    },
    async ({ deps, actor, id, body: { note } }) => {
      await resolveDifference(deps, actor, id, note);
      return listDifferences(deps, false);
    },
  )
  .post(
    "/admin/payments/reconciliation",
    "Asks the payment providers about every open payment and refund",
    { who: "billing.manage", answer: Reconciliation, use: limitPerSession(30, 3_600) },
    ({ c, deps, actor }) => withoutIdleTimeout(c, () => reconcileManually(deps, actor)),
  );
