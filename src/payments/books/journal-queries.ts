import type { Deps } from "../../deps";
import { CSV_BOM, csvLine } from "../../formats/csv";
import type { InvoiceKind } from "../../invoices/contract";
import { majorAmount } from "../../settings/money-rules";
import type { PaymentKind, PaymentMethod } from "../contract";
import { entryWords } from "../words";
import type { BooksQuery } from "./books-contract";
import { documentsOf } from "./document-queries";
import { invoiceEntry, type JournalLine, paymentEntry } from "./journal-rules";

/** How many payments are read at once. */
const ROWS_PER_READ = 500;

const HEADINGS = ["Date", "Account", "Debit", "Credit", "Currency", "Document", "Description"];

type Entry = {
  day: string;
  currency: string;
  document: string;
  description: string;
  lines: JournalLine[];
};

/** Yields the journal of a period as CSV, first day first. Debits and credits of every entry are equal. */
export function* journalAsCsv(deps: Deps, query: BooksQuery): Generator<string> {
  yield `${CSV_BOM}${csvLine(HEADINGS)}`;
  const documents = documentEntries(deps, query);
  const payments = paymentEntries(deps, query);
  let document = documents.next();
  let payment = payments.next();
  let text = "";
  while (!document.done || !payment.done) {
    const isDocumentNext =
      !document.done && (payment.done || document.value.day <= payment.value.day);
    // The loop runs only while there is a document or a payment.
    const entry = (isDocumentNext ? document.value : payment.value) as Entry;
    if (isDocumentNext) document = documents.next();
    else payment = payments.next();
    text += csvOfEntry(entry);
    if (text.length < 30_000) continue;
    yield text;
    text = "";
  }
  if (text) yield text;
}

function csvOfEntry({ day, currency, document, description, lines }: Entry): string {
  return lines
    .map(({ account, minor }) =>
      csvLine([
        day,
        account,
        minor > 0 ? majorAmount(minor, currency) : "",
        minor < 0 ? majorAmount(-minor, currency) : "",
        currency,
        document,
        description,
      ]),
    )
    .join("");
}

function* documentEntries(deps: Deps, query: BooksQuery): Generator<Entry> {
  for (const document of documentsOf(deps, query))
    yield {
      day: document.issuedOn,
      currency: document.currency,
      document: documentCode(document),
      description: document.companyName,
      lines: invoiceEntry(document),
    };
}

/** Returns "INV-12" or "CN-3", the code of a document in all files for bookkeeping. */
export function documentCode({ kind, number }: { kind: InvoiceKind; number: number }): string {
  return `${kind === "invoice" ? "INV" : "CN"}-${number}`;
}

type Row = {
  id: string;
  paidOn: string;
  kind: PaymentKind;
  method: PaymentMethod | null;
  amountMinor: number;
  currency: string;
  feeMinor: number | null;
  provider: string | null;
  isHeld: 0 | 1;
  reservation: number | null;
  invoice: number | null;
  reference: string;
  isReversal: 0 | 1;
};

function* paymentEntries(deps: Deps, { from, to }: BooksQuery): Generator<Entry> {
  const read = deps.db.$client.query<Row, [string, string, string, number]>(
    `SELECT p.id, p.paid_on AS paidOn, p.kind, p.method, p.amount_minor AS amountMinor, p.currency,
       p.fee_minor AS feeMinor, p.provider, p.held_by_driver_id IS NOT NULL AS isHeld,
       r.number AS reservation, i.number AS invoice, p.reference, p.reverses_id IS NOT NULL AS isReversal
     FROM payments p INDEXED BY payments_day LEFT JOIN reservations r ON r.id = p.reservation_id
     LEFT JOIN invoices i ON i.id = p.invoice_id
     WHERE (p.paid_on, p.id) > (?, ?) AND p.paid_on <= ? AND p.state = 'succeeded'
       AND p.kind IN ('charge', 'capture', 'manual', 'refund')
     ORDER BY p.paid_on, p.id LIMIT ?`,
  );
  let after: [string, string] = [from, ""];
  for (;;) {
    const rows = read.all(...after, to, ROWS_PER_READ);
    for (const row of rows) yield entryOfRow(row);
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < ROWS_PER_READ) return;
    after = [lastRow.paidOn, lastRow.id];
  }
}

function entryOfRow(row: Row): Entry {
  const { kind, invoice, reservation, reference } = row;
  const words = entryWords({ kind, reversed: row.isReversal === 1 });
  return {
    day: row.paidOn,
    currency: row.currency,
    document:
      invoice === null
        ? `Trip ${reservation ?? ""}`
        : documentCode({ kind: "invoice", number: invoice }),
    description: [words, reference].filter(Boolean).join(", "),
    lines: paymentEntry({
      ...row,
      isHeldByDriver: row.isHeld === 1,
      isOfInvoice: invoice !== null,
    }),
  };
}
