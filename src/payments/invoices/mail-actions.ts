/** E-mails invoices and credit notes to companies, with their PDF and a link to pay. */
import { payUrl } from "../../payment-providers/pay-url";
import { and, desc, eq, gt } from "drizzle-orm";
import { invoiceMails, type StoredInvoice } from "../../../db/schema/invoices";
import { insertRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { logOnCompany } from "../../companies/actions";
import { loadCompany } from "../../companies/queries";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import type { Parties } from "../../invoices/contract";
import { loadInvoice, toRow } from "../../invoices/queries";
import { queueMessage } from "../../notifications/outbox";
import { invoiceMail } from "../../notifications/texts/payment-texts";
import { dayText } from "../../settings/local-time";
import { formatMoney } from "../../settings/money-rules";
import { readOperator } from "../../settings/queries";
import { ensureInvoiceLink } from "../links/link-actions";
import { canPayInCurrency } from "../links/link-queries";
import { endLiveAttempt } from "../online/attempt-actions";

/** How long the same invoice can't be e-mailed again, so that two people who press at once send one e-mail. */
const MIN_RESEND_INTERVAL_MS = 60_000;

/**
 * E-mails an invoice or a credit note to its company; an overdue invoice is sent as a reminder. Throws 404, 409 if it
 * was e-mailed a moment ago, 422 if the company has no e-mail address for invoices.
 */
export async function mailInvoice(deps: Deps, actor: Actor, invoiceId: string): Promise<void> {
  const replacedLinkId = await deps.write((tx) => {
    const invoice = loadInvoice(tx, invoiceId);
    const [recent] = tx
      .select()
      .from(invoiceMails)
      .where(
        and(
          eq(invoiceMails.invoiceId, invoiceId),
          gt(invoiceMails.queuedAt, deps.now() - MIN_RESEND_INTERVAL_MS),
        ),
      )
      .orderBy(desc(invoiceMails.queuedAt))
      .limit(1)
      .all();
    if (recent) throw new AppError("invoice.mailed_just_now");
    return mailInvoiceInTransaction(tx, deps, actor, invoice, null);
  });
  if (replacedLinkId) await endLiveAttempt(deps, replacedLinkId);
}

/**
 * Does the same as `mailInvoice` inside the caller's transaction, even if it was e-mailed a moment ago. `afterDays` is
 * the rule of a reminder. Returns the id of a link that was replaced: the caller must end its payment.
 */
export function mailInvoiceInTransaction(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  invoice: StoredInvoice,
  afterDays: number | null,
): string | null {
  const { id: invoiceId, kind, number, companyId, currency } = invoice;
  const { billingEmail } = loadCompany(tx, companyId);
  if (billingEmail === "") throw new AppError("invoice.no_email");
  const now = deps.now();
  const { balanceMinor, overdueDays } = toRow({ ...deps, db: tx }, invoice);
  const link =
    balanceMinor > 0 && canPayInCurrency(deps, currency)
      ? ensureInvoiceLink(tx, deps, actor, invoiceId, balanceMinor)
      : null;
  const outboxId = queueMessage(tx, deps, {
    to: { type: "email", value: billingEmail },
    message: invoiceMail({
      brand: readOperator(deps).brand,
      invoiceId,
      kind,
      number,
      total: formatMoney(invoice.totalMinor, currency),
      open: balanceMinor > 0 ? formatMoney(balanceMinor, currency) : null,
      due: dayText(invoice.dueOn),
      overdueDays,
      // The cast is safe because Livery stored these parties itself, in the contract's shape.
      payment: (invoice.parties as Parties).from.payment,
      url: link && payUrl(deps, link.id),
    }),
  });
  insertRow(tx, invoiceMails, {
    id: Bun.randomUUIDv7(),
    invoiceId,
    kind: overdueDays > 0 ? "reminder" : "invoice",
    afterDays,
    outboxId,
    queuedAt: now,
    queuedBy: actor.name,
  });
  logOnCompany(tx, deps, {
    companyId,
    actor,
    at: now,
    act: overdueDays > 0 ? "invoice_reminded" : "invoice_mailed",
    detail: kind === "invoice" ? { invoice: number } : { name: `Credit note ${number}` },
  });
  return link?.replacedLinkId ?? null;
}
