/** Reads invoices and credit notes of a period with their lines, in batches. */
import { asc, inArray } from "drizzle-orm";
import { invoiceLines, type StoredInvoice } from "../../../db/schema/invoices";
import type { Deps } from "../../deps";
import type { FareLine } from "../../fares/contract";
import type { Parties } from "../../invoices/contract";
import { loadInvoice } from "../../invoices/queries";
import { localDay } from "../../settings/local-time";
import { readOperator } from "../../settings/queries";
import type { BooksQuery } from "./books-contract";

type StoredLine = typeof invoiceLines.$inferSelect;

/** A line as issued, with the lines of its price. */
type Line = StoredLine & { lines: FareLine[] };

/** An invoice or credit note as issued. */
export type AccountingDocument = StoredInvoice & {
  companyName: string;
  party: Parties["to"];
  lines: Line[];
};

/** How many documents are read at once. */
const DOCUMENTS_PER_READ = 50;

/** Yields the documents issued in a period, in order. */
export function* documentsOf(deps: Deps, { from, to }: BooksQuery): Generator<AccountingDocument> {
  const { timeZone } = readOperator(deps);
  const read = deps.db.$client.query<{ id: string; at: number }, [number, string, number, number]>(
    `SELECT id, issued_at AS at FROM invoices INDEXED BY invoices_issued
     WHERE (issued_at, id) > (?, ?) AND issued_at < ? ORDER BY issued_at, id LIMIT ?`,
  );
  const until = localDay(to, timeZone).until;
  let after: [number, string] = [localDay(from, timeZone).from - 1, "\uffff"];
  for (;;) {
    const rows = read.all(...after, until, DOCUMENTS_PER_READ);
    const lines = linesOf(
      deps,
      rows.map(({ id }) => id),
    );
    for (const { id } of rows) {
      const invoice = loadInvoice(deps.db, id);
      // The cast is safe because Livery stored these parties itself, in the contract's shape.
      const party = (invoice.parties as Parties).to;
      yield { ...invoice, companyName: party.name, party, lines: lines.get(id) ?? [] };
    }
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < DOCUMENTS_PER_READ) return;
    after = [lastRow.at, lastRow.id];
  }
}

function linesOf(deps: Deps, ids: readonly string[]): Map<string, Line[]> {
  const linesByDocument = new Map<string, Line[]>();
  if (ids.length === 0) return linesByDocument;
  const rows = deps.db
    .select()
    .from(invoiceLines)
    .where(inArray(invoiceLines.invoiceId, [...ids]))
    .orderBy(asc(invoiceLines.invoiceId), asc(invoiceLines.position))
    .all();
  for (const row of rows) {
    const lines = linesByDocument.get(row.invoiceId) ?? [];
    // The cast is safe because Livery stored these lines from its own fare function.
    lines.push({ ...row, lines: row.fareLines as FareLine[] });
    linesByDocument.set(row.invoiceId, lines);
  }
  return linesByDocument;
}
