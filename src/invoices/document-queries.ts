import type { Deps } from "../deps";
import { operatorDocumentFacts } from "../settings/operator-queries";
import { isDemo, readOperator } from "../settings/queries";
import type { Parties } from "./contract";
import type { NamedPaper } from "../reservations/papers/document-queries";
import { loadInvoice, readInvoice } from "./queries";

/**
 * Returns an invoice or credit note as a PDF. Throws 404 if it doesn't exist. The PDF code loads when it is first used.
 */
export async function readInvoicePdf(deps: Deps, id: string): Promise<NamedPaper> {
  const { issuedAt, creditsInvoiceId } = loadInvoice(deps.db, id);
  const invoice = readInvoice(deps, id);
  const { invoicePdf } = await import("./invoice-pdf");
  const creditedNumber =
    creditsInvoiceId === null ? null : loadInvoice(deps.db, creditsInvoiceId).number;
  const paper = invoicePdf(invoice, { issuedAt, creditedNumber, isDemo: isDemo(deps) });
  const kind = invoice.kind === "invoice" ? "invoice" : "credit-note";
  return { name: `${kind}-${invoice.number}.pdf`, ...paper };
}

/** Returns the operator's details as printed on documents for companies. */
export function operatorParty(deps: Deps): Parties["from"] {
  const { brand, phone, email, payment } = readOperator(deps);
  const contact = [phone, email].filter(Boolean).join("  ·  ");
  return { name: brand, ...operatorDocumentFacts(deps), contact, payment };
}
