import { InvoiceAnswer, ReminderRulesAnswer, SaveReminderRules } from "../../invoices/contract";
import { createRouter } from "../../server/calls";
import { invoiceAnswer } from "../queries";
import { mailInvoice } from "./mail-actions";
import { readReminderRules, saveReminderRules } from "./reminder-actions";

/** The routes that send invoices to companies and remind them. */
export const sentInvoiceRoutes = createRouter("payments")
  .post(
    "/admin/invoices/:id/mail",
    "E-mails an invoice or credit note to its company. An overdue invoice is sent as a reminder",
    {
      who: "billing.manage",
      created: InvoiceAnswer,
      refuses: ["invoice.no_email", "invoice.mailed_just_now"],
    },
    async ({ deps, actor, id }) => {
      await mailInvoice(deps, actor, id);
      return invoiceAnswer(deps, id);
    },
  )
  .get(
    "/admin/invoice-reminders",
    "Says when companies are reminded of overdue invoices",
    { who: "dispatch.view", answer: ReminderRulesAnswer },
    ({ deps }) => readReminderRules(deps),
  )
  .put(
    "/admin/invoice-reminders",
    "Changes when companies are reminded of overdue invoices",
    {
      who: "billing.manage",
      body: SaveReminderRules,
      answer: ReminderRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveReminderRules(deps, actor, body);
      return readReminderRules(deps);
    },
  );
