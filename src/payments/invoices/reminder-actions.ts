/** Reminds companies of overdue invoices by rules. */
import { findRow } from "../../../db/rows";
import { invoiceMails } from "../../../db/schema/invoices";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../../deps";
import type { ReminderRulesAnswer, SaveReminderRules } from "../../invoices/contract";
import { loadInvoice, openBalance } from "../../invoices/queries";
import { saveSettings } from "../../settings/actions";
import { localTimeAt } from "../../settings/local-time";
import { readOperator } from "../../settings/queries";
import { endLiveAttempt } from "../online/attempt-actions";
import { mailInvoiceInTransaction } from "./mail-actions";

/** The earliest hour of a reminder in the operator's time zone. */
const REMIND_FROM_HOUR = "08";
/** The maximum number of reminders per run and rule. The rest follows an hour later. */
const MAX_REMINDERS_PER_RUN = 200;

/** Returns the rules of reminders. */
export function readReminderRules(deps: Deps): ReminderRulesAnswer {
  const { remindInvoices, invoiceReminderDays, version } = readOperator(deps);
  return { rules: { remindInvoices, invoiceReminderDays }, version };
}

/** Saves the rules of reminders. Throws 409 if the settings have changed since they were read. */
export function saveReminderRules(
  deps: Deps,
  actor: Actor,
  { version, ...values }: SaveReminderRules,
): Promise<void> {
  return saveSettings(deps, actor, {
    version,
    values,
    action: "settings.reminders_changed",
    topic: "reminders",
    summary: values.remindInvoices ? "Turned invoice reminders on" : "Turned invoice reminders off",
    detail: { days: values.invoiceReminderDays.join(", ") },
  });
}

/**
 * Reminds companies of invoices that are overdue by the days of a rule, once per rule. If several rules apply, only the
 * latest one is used. Companies without an e-mail address are skipped. Returns how many e-mails were queued. A failure is
 * logged and tried again the next time.
 */
export async function remindOfInvoices(deps: Deps): Promise<number> {
  const { remindInvoices, invoiceReminderDays, timeZone } = readOperator(deps);
  const local = localTimeAt(deps.now(), timeZone);
  if (!remindInvoices || local.slice(11, 13) < REMIND_FROM_HOUR) return 0;
  const today = Temporal.PlainDate.from(local.slice(0, 10));
  let count = 0;
  for (const [at, afterDays] of invoiceReminderDays.entries()) {
    const nextRuleDays = invoiceReminderDays[at + 1];
    const lastDueDay = today.subtract({ days: afterDays }).toString();
    const afterDay =
      nextRuleDays === undefined ? "" : today.subtract({ days: nextRuleDays }).toString();
    for (const id of invoicesToRemind(deps, { afterDays, after: afterDay, until: lastDueDay }))
      try {
        if (await sendInvoiceReminder(deps, id, afterDays)) count++;
      } catch (error) {
        deps.log.error("No reminder of invoice {id} could be sent: {reason}", {
          id,
          reason: error instanceof Error ? error.message : String(error),
        });
      }
  }
  return count;
}

/** Returns open invoices that are due after one day and until another, and of which this rule has not reminded yet. */
function invoicesToRemind(
  deps: Deps,
  rule: { afterDays: number; after: string; until: string },
): string[] {
  return deps.db.$client
    .query<{ id: string }, [string, string, number, number]>(
      `SELECT b.invoice_id AS id FROM invoice_balances b INDEXED BY invoice_balances_open
       JOIN companies c ON c.id = b.company_id AND c.billing_email <> ''
       WHERE b.balance_minor > 0 AND b.due_on > ? AND b.due_on <= ?
         AND NOT EXISTS (SELECT 1 FROM invoice_mails m
           WHERE m.invoice_id = b.invoice_id AND m.after_days = ?)
       ORDER BY b.due_on, b.invoice_id LIMIT ?`,
    )
    .all(rule.after, rule.until, rule.afterDays, MAX_REMINDERS_PER_RUN)
    .map(({ id }) => id);
}

async function sendInvoiceReminder(
  deps: Deps,
  invoiceId: string,
  afterDays: number,
): Promise<boolean> {
  const done = await deps.write((tx) => {
    // The invoice may have been paid, or its company reminded, since it was selected.
    if (openBalance(tx, { id: invoiceId }) <= 0) return null;
    if (findRow(tx, invoiceMails, { invoiceId, afterDays })) return null;
    return {
      replacedLinkId: mailInvoiceInTransaction(
        tx,
        deps,
        SYSTEM_ACTOR,
        loadInvoice(tx, invoiceId),
        afterDays,
      ),
    };
  });
  if (done?.replacedLinkId) await endLiveAttempt(deps, done.replacedLinkId);
  return done !== null;
}
