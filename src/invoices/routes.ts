import { CompanyId } from "../companies/contract";
import {
  actorOf,
  auditDownload,
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
  requireRider,
  sendPdf,
  validate,
} from "../server/http";
import { issueCreditNote, issueInvoice, recordPayment, reversePayment } from "./actions";
import {
  AccountTrips,
  AccountTripsQuery,
  InvoiceAnswer,
  InvoiceId,
  InvoiceList,
  InvoicesQuery,
  IssueCreditNote,
  IssueInvoice,
  PaymentId,
  RecordPayment,
  StatementQuery,
} from "./contract";
import { readInvoicePdf } from "./document-queries";
import { listInvoices, readInvoice } from "./queries";
import { listAccountTrips, listTripsForManager, monthAsCsv, monthForManager } from "./trip-queries";

const tag = "invoices";
const requireAccountant = requirePermission("money.book");
const fileLimit = limitPerSession(60, 60);
const CSV = "text/csv; charset=utf-8";

const file = (name: string, type: string) => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${name}"`,
});

/** The trips on companies' accounts, and what is billed for them. */
export const invoiceRoutes = createRouter()
  .get(
    "/admin/companies/:id/trips",
    describe({
      summary: "Trips on a company's account with their sums by currency",
      tag,
      security: "admin",
      answers: { 200: AccountTrips },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", CompanyId),
    validate("query", AccountTripsQuery),
    (c) => {
      const { id } = c.req.valid("param");
      const found = listAccountTrips(c.var.deps, id, c.req.valid("query"));
      return c.json(found satisfies AccountTrips);
    },
  )
  .get(
    "/admin/companies/:id/trips.csv",
    describe({
      summary: "A month of a company's trips as CSV",
      tag,
      security: "admin",
      answers: { 200: "text/csv" },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requirePermission("dispatch.read"),
    auditDownload("company", "a company's trips of a month"),
    fileLimit,
    validate("param", CompanyId),
    validate("query", StatementQuery),
    (c) => {
      const { month } = c.req.valid("query");
      const { name, text } = monthAsCsv(c.var.deps, c.req.valid("param").id, month);
      return c.body(text, 200, file(name, CSV));
    },
  )
  .get(
    "/companies/:id/trips",
    describe({
      summary: "Trips on a company's account, for its manager",
      tag,
      security: "rider",
      answers: { 200: AccountTrips },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", CompanyId),
    validate("query", AccountTripsQuery),
    (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const found = listTripsForManager(deps, id, session.accountId, c.req.valid("query"));
      return c.json(found satisfies AccountTrips);
    },
  )
  .get(
    "/companies/:id/trips.csv",
    describe({
      summary: "A month of a company's trips as CSV, for its manager",
      tag,
      security: "rider",
      answers: { 200: "text/csv" },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requireRider,
    fileLimit,
    validate("param", CompanyId),
    validate("query", StatementQuery),
    (c) => {
      const { deps, session } = c.var;
      const { month } = c.req.valid("query");
      const { id } = c.req.valid("param");
      const { name, text } = monthForManager(deps, id, session.accountId, month);
      return c.body(text, 200, file(name, CSV));
    },
  )
  .get(
    "/admin/companies/:id/invoices",
    describe({
      summary: "A company's invoices and credit notes, the latest first",
      tag,
      security: "admin",
      answers: { 200: InvoiceList },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", CompanyId),
    validate("query", InvoicesQuery),
    (c) => {
      const { id } = c.req.valid("param");
      return c.json(listInvoices(c.var.deps, id, c.req.valid("query")) satisfies InvoiceList);
    },
  )
  .post(
    "/admin/companies/:id/invoices",
    describe({
      summary: "Invoices a company's settled trips in one currency, until a day",
      tag,
      security: "admin",
      answers: { 201: InvoiceAnswer },
      refusals: ["request.forbidden", "request.not_found", "invoice.nothing"],
    }),
    requireAccountant,
    validate("param", CompanyId),
    validate("json", IssueInvoice),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const made = await issueInvoice(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ invoice: readInvoice(deps, made) } satisfies InvoiceAnswer, 201);
    },
  )
  .get(
    "/admin/invoices/:id",
    describe({
      summary: "One invoice or credit note with its trips and payments",
      tag,
      security: "admin",
      answers: { 200: InvoiceAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", InvoiceId),
    (c) =>
      c.json({
        invoice: readInvoice(c.var.deps, c.req.valid("param").id),
      } satisfies InvoiceAnswer),
  )
  .get(
    "/admin/invoices/:id/invoice.pdf",
    describe({
      summary: "An invoice or credit note as PDF",
      tag,
      security: "admin",
      answers: { 200: "application/pdf" },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requirePermission("dispatch.read"),
    auditDownload("invoice", "an invoice"),
    fileLimit,
    validate("param", InvoiceId),
    async (c) => {
      return sendPdf(c, await readInvoicePdf(c.var.deps, c.req.valid("param").id));
    },
  )
  .post(
    "/admin/invoices/:id/payments",
    describe({
      summary: "Notes a payment of an invoice",
      tag,
      security: "admin",
      answers: { 201: InvoiceAnswer },
      refusals: ["request.forbidden", "request.not_found", "invoice.too_much"],
    }),
    requireAccountant,
    validate("param", InvoiceId),
    validate("json", RecordPayment),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await recordPayment(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ invoice: readInvoice(deps, id) } satisfies InvoiceAnswer, 201);
    },
  )
  .post(
    "/admin/invoices/:id/payments/:paymentId/reversal",
    describe({
      summary: "Takes a payment back by an entry of its own",
      tag,
      security: "admin",
      answers: { 201: InvoiceAnswer },
      refusals: ["request.forbidden", "request.not_found", "invoice.reversed"],
    }),
    requireAccountant,
    validate("param", PaymentId),
    async (c) => {
      const { deps, session } = c.var;
      const { id, paymentId } = c.req.valid("param");
      await reversePayment(deps, actorOf(session), id, paymentId);
      return c.json({ invoice: readInvoice(deps, id) } satisfies InvoiceAnswer, 201);
    },
  )
  .post(
    "/admin/invoices/:id/credit-notes",
    describe({
      summary: "Credits what trips of an invoice were billed too much",
      tag,
      security: "admin",
      answers: { 201: InvoiceAnswer },
      refusals: ["request.forbidden", "request.not_found", "invoice.too_much"],
    }),
    requireAccountant,
    validate("param", InvoiceId),
    validate("json", IssueCreditNote),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const made = await issueCreditNote(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ invoice: readInvoice(deps, made) } satisfies InvoiceAnswer, 201);
    },
  );
