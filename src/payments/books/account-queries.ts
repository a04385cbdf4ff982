/** A company's statement of account: what was billed, credited and paid, and the balance after each. */
import type { Deps } from "../../deps";
import { loadCompany } from "../../companies/queries";
import { CSV_BOM, csvLine } from "../../formats/csv";
import type { Paper } from "../../formats/pdf";
import type { InvoiceKind } from "../../invoices/contract";
import { isDemo } from "../../settings/queries";
import { operatorParty } from "../../invoices/document-queries";
import { majorAmount } from "../../settings/money-rules";
import type { PaymentKind, PaymentMethod } from "../contract";
import { entryWords, methodWords } from "../words";
import type { AccountQuery, AccountStatement } from "./books-contract";

/** Returns the statement for a period of days. Throws 404 if the company doesn't exist. */
export function readAccount(
  deps: Deps,
  companyId: string,
  { from, to, currency }: AccountQuery,
): AccountStatement {
  const company = loadCompany(deps.db, companyId);
  const all = [
    ...documentEntries(deps, companyId, currency),
    ...paymentEntries(deps, companyId, currency),
  ]
    .filter(({ day }) => day <= to)
    .sort((a, b) => (a.day === b.day ? a.at - b.at : a.day < b.day ? -1 : 1));
  let balanceMinor = 0;
  const entries = all.map(({ day, what, amountMinor }) => {
    balanceMinor += amountMinor;
    return { day, what, amountMinor, balanceMinor };
  });
  const earlierEntries = entries.filter(({ day }) => day < from);
  return {
    companyName: company.name,
    address: company.billingAddress,
    openingMinor: earlierEntries.at(-1)?.balanceMinor ?? 0,
    entries: entries.slice(earlierEntries.length),
    closingMinor: balanceMinor,
  };
}

type EntryWithoutBalance = { day: string; at: number; what: string; amountMinor: number };

function documentEntries(deps: Deps, companyId: string, currency: string): EntryWithoutBalance[] {
  return deps.db.$client
    .query<
      { day: string; at: number; kind: InvoiceKind; number: number; totalMinor: number },
      [string, string]
    >(
      `SELECT issued_on AS day, issued_at AS at, kind, number, total_minor AS totalMinor
       FROM invoices WHERE company_id = ? AND currency = ?`,
    )
    .all(companyId, currency)
    .map(({ day, at, kind, number, totalMinor }) =>
      kind === "invoice"
        ? { day, at, what: `Invoice ${number}`, amountMinor: totalMinor }
        : { day, at, what: `Credit note ${number}`, amountMinor: -totalMinor },
    );
}

type PaymentRow = {
  day: string;
  at: number;
  kind: PaymentKind;
  method: PaymentMethod | null;
  amountMinor: number;
  reference: string;
  invoice: number;
  isReversal: 0 | 1;
};

function paymentEntries(deps: Deps, companyId: string, currency: string): EntryWithoutBalance[] {
  return deps.db.$client
    .query<PaymentRow, [string, string]>(
      `SELECT p.paid_on AS day, p.created_at AS at, p.kind, p.method, p.amount_minor AS amountMinor,
         p.reference, i.number AS invoice, p.reverses_id IS NOT NULL AS isReversal
       FROM invoices i JOIN payments p ON p.invoice_id = i.id
       WHERE i.company_id = ? AND i.currency = ? AND p.state = 'succeeded'
         AND p.kind IN ('charge', 'capture', 'manual', 'refund')`,
    )
    .all(companyId, currency)
    .map(({ day, at, kind, method, amountMinor, reference, invoice, isReversal }) => ({
      day,
      at,
      what: [
        `${entryWords({ kind, reversed: isReversal === 1 })}, invoice ${invoice}`,
        method && methodWords[method],
        reference,
      ]
        .filter(Boolean)
        .join(", "),
      amountMinor: -amountMinor,
    }));
}

/** Returns the statement as a PDF, whose code loads when it is first used. Throws 404 if the company doesn't exist. */
export async function readAccountPdf(
  deps: Deps,
  companyId: string,
  query: AccountQuery,
): Promise<Paper> {
  const statement = readAccount(deps, companyId, query);
  const { accountPdf } = await import("./account-pdf");
  return accountPdf(statement, query, {
    from: operatorParty(deps),
    createdAt: deps.now(),
    isDemo: isDemo(deps),
  });
}

/** Returns a statement as CSV. */
export function accountAsCsv(
  { openingMinor, entries, closingMinor }: AccountStatement,
  { from, to, currency }: AccountQuery,
): string {
  const amount = (minor: number) => majorAmount(minor, currency);
  const rows = [
    [from, "Opening balance", "", "", amount(openingMinor), currency],
    ...entries.map(({ day, what, amountMinor, balanceMinor }) => [
      day,
      what,
      amountMinor > 0 ? amount(amountMinor) : "",
      amountMinor < 0 ? amount(-amountMinor) : "",
      amount(balanceMinor),
      currency,
    ]),
    [to, "Closing balance", "", "", amount(closingMinor), currency],
  ];
  const head = csvLine(["Date", "What", "Billed", "Paid or credited", "Balance", "Currency"]);
  return `${CSV_BOM}${head}${rows.map(csvLine).join("")}`;
}
