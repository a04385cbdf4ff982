import type { Deps } from "../deps";
import { loadInvoice, readInvoice } from "./queries";

/** An invoice or credit note as a PDF; 404 when there is none. What writes it is loaded with the first one. */
export async function readInvoicePdf(
  deps: Deps,
  id: string,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { issuedAt, creditsInvoiceId } = loadInvoice(deps.db, id);
  const invoice = readInvoice(deps, id);
  const { invoicePdf } = await import("./invoice-pdf");
  const creditedNumber =
    creditsInvoiceId === null ? null : loadInvoice(deps.db, creditsInvoiceId).number;
  const bytes = await invoicePdf(invoice, { issuedAt, creditedNumber });
  const kind = invoice.kind === "invoice" ? "invoice" : "credit-note";
  return { name: `${kind}-${invoice.number}.pdf`, bytes: new Uint8Array(bytes) };
}
