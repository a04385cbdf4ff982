import { csvHeaders } from "../formats/csv";
import { createRouter } from "../server/calls";
import { auditDownload, limitPerSession, readIdempotencyKey, sendPdf } from "../server/http";
import { issueCreditNote, issueInvoice } from "./actions";
import {
  AccountTrips,
  AccountTripsQuery,
  Ageing,
  AllInvoicesQuery,
  InvoiceAnswer,
  InvoiceList,
  InvoicesQuery,
  IssueCreditNote,
  IssueInvoice,
  StatementQuery,
} from "./contract";
import { readInvoicePdf } from "./document-queries";
import { listAllInvoices, readAgeing } from "./list-queries";
import { listInvoices, readInvoice } from "./queries";
import {
  listAccountTrips,
  listTripsForManager,
  monthAsCsv,
  monthAsCsvForManager,
} from "./trip-queries";

const fileLimit = limitPerSession(60, 60);

/** The routes of the trips on companies' accounts, and of their invoices. */
export const invoiceRoutes = createRouter("invoices")
  .get(
    "/admin/companies/:id/trips",
    "Lists the trips on a company's account, with totals by currency",
    { who: "dispatch.view", query: AccountTripsQuery, answer: AccountTrips },
    ({ deps, id, query }) => listAccountTrips(deps, id, query),
  )
  .get(
    "/admin/companies/:id/trips.csv",
    "Gives a company's trips of a month as CSV",
    {
      who: "dispatch.view",
      query: StatementQuery,
      answer: "text/csv",
      heavy: true,
      use: [auditDownload("company", "a company's trips of a month"), fileLimit],
    },
    ({ c, deps, id, query: { month } }) => {
      const { name, text } = monthAsCsv(deps, id, month);
      return c.body(text, 200, csvHeaders(name));
    },
  )
  .get(
    "/companies/:id/trips",
    "Lists the trips on a company's account, for its manager",
    { who: "rider", query: AccountTripsQuery, answer: AccountTrips },
    ({ deps, actor, id, query }) => listTripsForManager(deps, id, actor.id, query),
  )
  .get(
    "/companies/:id/trips.csv",
    "Gives a company's trips of a month as CSV, for its manager",
    { who: "rider", query: StatementQuery, answer: "text/csv", heavy: true, use: fileLimit },
    ({ c, deps, actor, id, query: { month } }) => {
      const { name, text } = monthAsCsvForManager(deps, id, actor.id, month);
      return c.body(text, 200, csvHeaders(name));
    },
  )
  .get(
    "/admin/companies/:id/invoices",
    "Lists a company's invoices and credit notes, the latest first",
    { who: "dispatch.view", query: InvoicesQuery, answer: InvoiceList },
    ({ deps, id, query }) => listInvoices(deps, id, query),
  )
  .post(
    "/admin/companies/:id/invoices",
    "Issues an invoice for a company's settled trips in one currency, up to a given day",
    {
      who: "billing.manage",
      body: IssueInvoice,
      created: InvoiceAnswer,
      refuses: ["invoice.nothing"],
    },
    async ({ deps, actor, id, body }) => {
      const invoiceId = await issueInvoice(deps, actor, id, body);
      return { invoice: readInvoice(deps, invoiceId) };
    },
  )
  .get(
    "/admin/invoices",
    "Lists the invoices of all companies: open and overdue ones by due day, all others newest first",
    { who: "dispatch.view", query: AllInvoicesQuery, answer: InvoiceList },
    ({ deps, query }) => listAllInvoices(deps, query),
  )
  .get(
    "/admin/ageing",
    "Gives the open amounts by how long they have been overdue, in total and by company",
    { who: "dispatch.view", answer: Ageing },
    ({ deps }) => readAgeing(deps),
  )
  .get(
    "/admin/invoices/:id",
    "Gives one invoice or credit note with its trips and payments",
    { who: "dispatch.view", answer: InvoiceAnswer },
    ({ deps, id }) => ({
      invoice: readInvoice(deps, id),
    }),
  )
  .get(
    "/admin/invoices/:id/invoice.pdf",
    "Gives an invoice or credit note as PDF",
    {
      who: "dispatch.view",
      answer: "application/pdf",
      heavy: true,
      use: [auditDownload("invoice", "an invoice"), fileLimit],
    },
    async ({ c, deps, id }) => sendPdf(c, await readInvoicePdf(deps, id)),
  )
  .post(
    "/admin/invoices/:id/credit-notes",
    "Issues a credit note for trips of an invoice that were billed too high; idempotent with an Idempotency-Key",
    {
      who: "billing.manage",
      body: IssueCreditNote,
      idempotencyKey: "optional",
      created: InvoiceAnswer,
      refuses: ["invoice.too_much", "idempotency.reused"],
    },
    async ({ c, deps, actor, id, body }) => {
      const creditNoteId = await issueCreditNote(deps, actor, id, body, readIdempotencyKey(c));
      return { invoice: readInvoice(deps, creditNoteId) };
    },
  );
