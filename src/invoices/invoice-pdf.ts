/** An invoice or credit note as an A4 PDF: issuer, recipient, each trip with its amount, and the total. */
import { englishLineTranslator } from "../fares/line-words";
import { formatMoney } from "../settings/money-rules";
import { createPdf, type Paper } from "../formats/pdf";
import {
  Column,
  linesOf,
  MARGIN,
  type DocumentLine,
  RIGHT_X,
  styles,
} from "../reservations/papers/receipt";
import { dayText } from "../settings/local-time";
import type { Invoice, InvoiceLine } from "./contract";

/** Creates the PDF. The same document always gives the same file. `issuedAt` is in ms UTC. */
export function invoicePdf(
  invoice: Invoice,
  {
    issuedAt,
    creditedNumber,
    isDemo,
  }: { issuedAt: number; creditedNumber: number | null; isDemo: boolean },
): Paper {
  const { from, to } = invoice.parties;
  const kind = invoice.kind === "invoice" ? "Invoice" : "Credit note";
  const pdf = createPdf({
    title: `${from.name}: ${kind.toLowerCase()} ${invoice.number}`,
    author: from.name,
    language: "en",
    createdAt: issuedAt,
    isDemo,
  });
  const page = new Column(pdf);
  pdf.text(from.name, { x: MARGIN, y: 76 }, styles.brand);
  pdf.text(kind, { x: RIGHT_X, y: 76, align: "end" }, styles.brand);
  pdf.text(from.contact, { x: MARGIN, y: 96 }, styles.quiet);
  pdf.text(`No. ${invoice.number}`, { x: RIGHT_X, y: 96, align: "end" }, styles.quiet);
  page.y = 116;
  page.rule();
  page.heading("Billed to", styles);
  const facts: [name: string, value: string][] = [
    ["Company", `${to.name}\n${to.address}`],
    ["Tax number", to.taxNumber],
    ["E-mail", to.email],
    ["From", [from.name, from.address].filter(Boolean).join("\n")],
    ["Our tax number", from.taxNumber],
    ["Issued", dayText(invoice.issuedOn)],
    ...(invoice.kind === "invoice"
      ? [
          ["Due", dayText(invoice.dueOn)] as [string, string],
          ["How to pay", from.payment] as [string, string],
        ]
      : [
          ["Corrects", creditedNumber === null ? "" : `Invoice ${creditedNumber}`] as [
            string,
            string,
          ],
          ["Reason", invoice.reason] as [string, string],
        ]),
  ];
  for (const [name, value] of facts) if (value) page.fact(name, value, styles);
  page.heading("Trips", styles);
  const amount = (amountMinor: number) => formatMoney(amountMinor, invoice.currency);
  page.lines(invoice.lines.map(documentLine), amount, styles);
  const total = invoice.kind === "invoice" ? "Total" : "Credited";
  page.total(total, amount(invoice.totalMinor), styles);
  if (invoice.taxes.length > 0) {
    page.gap(8);
    page.note(
      invoice.kind === "invoice" ? "Taxes included in these trips" : "Taxes credited",
      styles,
    );
    page.gap(4);
    page.lines(linesOf(invoice.taxes, englishLineTranslator(invoice.currency)), amount, styles);
  }
  return pdf.finish();
}

const endingWords = { driven: "", cancelled: "cancelled late", no_show: "no-show" };

function documentLine(line: InvoiceLine): DocumentLine {
  const when = line.pickupLocal.replace("T", ", ");
  return {
    label: `${line.corrects ? "Correction of trip" : "Trip"} ${line.reservationNumber}: ${line.pickup} to ${line.dropoff}`,
    detail: [
      when,
      line.corrects && `billed on invoice ${line.corrects.number}`,
      endingWords[line.ended],
      line.costCentre,
      line.reference && `reference ${line.reference}`,
    ]
      .filter(Boolean)
      .join(", "),
    amountMinor: line.amountMinor,
  };
}
