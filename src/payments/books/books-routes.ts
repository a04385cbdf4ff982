import { streamText } from "../../formats/csv";
import { createRouter } from "../../server/calls";
import { type AppContext, auditDownload, limitPerSession, sendPdf } from "../../server/http";
import { accountAsCsv, readAccount, readAccountPdf } from "./account-queries";
import { AccountQuery, BooksQuery, InvoiceExportQuery } from "./books-contract";
import { creditNotesForQuickBooks, invoicesForQuickBooks, invoicesForXero } from "./export-queries";
import { journalAsCsv } from "./journal-queries";

const limit = limitPerSession(20, 60);
const csv = { who: "revenue.view", answer: "text/csv", heavy: true } as const;

function setCsvHeaders(c: AppContext, file: string): void {
  c.header("Content-Type", "text/csv; charset=utf-8");
  c.header("Content-Disposition", `attachment; filename="${file}"`);
}

/** The routes of files for bookkeeping. */
export const booksRoutes = createRouter("payments")
  .get(
    "/admin/books/quickbooks.csv",
    "Gives the invoices of a period in the columns that QuickBooks Online imports",
    {
      ...csv,
      query: InvoiceExportQuery,
      use: [auditDownload("report", "invoices for QuickBooks"), limit],
    },
    ({ c, deps, query }) => {
      setCsvHeaders(c, `quickbooks-${query.from}-${query.to}.csv`);
      return c.body(streamText(invoicesForQuickBooks(deps, query)));
    },
  )
  .get(
    "/admin/books/quickbooks-credit-notes.csv",
    "Gives the credit notes of a period in the columns that QuickBooks Online imports",
    {
      ...csv,
      query: InvoiceExportQuery,
      use: [auditDownload("report", "credit notes for QuickBooks"), limit],
    },
    ({ c, deps, query }) => {
      setCsvHeaders(c, `quickbooks-credit-notes-${query.from}-${query.to}.csv`);
      return c.body(streamText(creditNotesForQuickBooks(deps, query)));
    },
  )
  .get(
    "/admin/books/xero.csv",
    "Gives the invoices and credit notes of a period in the columns that Xero imports",
    {
      ...csv,
      query: InvoiceExportQuery,
      use: [auditDownload("report", "invoices for Xero"), limit],
    },
    ({ c, deps, query }) => {
      setCsvHeaders(c, `xero-${query.from}-${query.to}.csv`);
      return c.body(streamText(invoicesForXero(deps, query)));
    },
  )
  .get(
    "/admin/books/journal.csv",
    "Gives the invoices, credit notes and payments of a period as a journal that balances",
    { ...csv, query: BooksQuery, use: [auditDownload("report", "the journal of a period"), limit] },
    ({ c, deps, query }) => {
      setCsvHeaders(c, `journal-${query.from}-${query.to}.csv`);
      return c.body(streamText(journalAsCsv(deps, query)));
    },
  )
  .get(
    "/admin/companies/:id/account.csv",
    "Gives a company's statement of account for a period, as CSV",
    {
      who: "dispatch.view",
      query: AccountQuery,
      answer: "text/csv",
      heavy: true,
      use: [auditDownload("company", "a statement of account"), limit],
    },
    ({ c, deps, id, query }) => {
      const text = accountAsCsv(readAccount(deps, id, query), query);
      setCsvHeaders(c, `statement-${query.from}-${query.to}.csv`);
      return c.body(text);
    },
  )
  .get(
    "/admin/companies/:id/account.pdf",
    "Gives a company's statement of account for a period, as PDF",
    {
      who: "dispatch.view",
      query: AccountQuery,
      answer: "application/pdf",
      heavy: true,
      use: [auditDownload("company", "a statement of account"), limit],
    },
    async ({ c, deps, id, query }) => {
      const paper = await readAccountPdf(deps, id, query);
      return sendPdf(c, { name: `statement-${query.from}-${query.to}.pdf`, ...paper });
    },
  );
