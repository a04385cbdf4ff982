/** Invoices in the columns that QuickBooks Online and Xero import. Amounts exclude tax, which has its own column. */
import type { Deps } from "../../deps";
import { CSV_BOM, csvLine } from "../../formats/csv";
import { totalOf } from "../../invoices/rules";
import { majorAmount } from "../../settings/money-rules";
import type { InvoiceExportQuery } from "./books-contract";
import { type AccountingDocument, documentsOf } from "./document-queries";
import { documentCode } from "./journal-queries";
import { taxName } from "./journal-rules";

const QUICKBOOKS_INVOICE_HEADINGS = [
  ...["*InvoiceNo", "*Customer", "*InvoiceDate", "*DueDate", "Terms", "Location", "Memo"],
  ...["Item(Product/Service)", "ItemDescription", "ItemQuantity", "ItemRate", "*ItemAmount"],
  ...["*ItemTaxCode", "ItemTaxAmount", "Currency", "Service Date"],
];

const QUICKBOOKS_CREDIT_NOTE_HEADINGS = [
  ...["*CreditNoteNo", "*Customer", "*CreditNoteDate", "Memo", "Item(Product/Service)"],
  ...["ItemDescription", "ItemQuantity", "ItemRate", "*ItemAmount", "*ItemTaxCode"],
  ...["ItemTaxAmount", "Currency", "Service Date"],
];

const XERO_HEADINGS = [
  ...["*ContactName", "EmailAddress", "POAddressLine1", "POAddressLine2", "POAddressLine3"],
  ...["POAddressLine4", "POCity", "PORegion", "POPostalCode", "POCountry", "*InvoiceNumber"],
  ...["Reference", "*InvoiceDate", "*DueDate", "Total", "InventoryItemCode", "*Description"],
  ...["*Quantity", "*UnitAmount", "Discount", "*AccountCode", "*TaxType", "TaxAmount"],
  ...["TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2", "Currency"],
  "BrandingTheme",
];

/** Yields the invoices for QuickBooks Online, a line for each trip. QuickBooks imports credit notes separately. */
export function* invoicesForQuickBooks(deps: Deps, query: InvoiceExportQuery): Generator<string> {
  yield `${CSV_BOM}${csvLine(QUICKBOOKS_INVOICE_HEADINGS)}`;
  for (const document of documentsOf(deps, query)) {
    if (document.kind !== "invoice") continue;
    const { currency } = document;
    yield itemsOf(document, "whole", query)
      .map((item) =>
        csvLine([
          documentCode(document),
          document.companyName,
          dayWithSlashes(document.issuedOn),
          dayWithSlashes(document.dueOn),
          "",
          "",
          "",
          ...quickBooksItem(item, currency, query),
        ]),
      )
      .join("");
  }
}

/** Yields the credit notes for QuickBooks Online, a line for each trip, with positive amounts. */
export function* creditNotesForQuickBooks(
  deps: Deps,
  query: InvoiceExportQuery,
): Generator<string> {
  yield `${CSV_BOM}${csvLine(QUICKBOOKS_CREDIT_NOTE_HEADINGS)}`;
  for (const document of documentsOf(deps, query)) {
    if (document.kind !== "credit_note") continue;
    yield itemsOf(document, "whole", query)
      .map((item) =>
        csvLine([
          documentCode(document),
          document.companyName,
          dayWithSlashes(document.issuedOn),
          document.reason,
          ...quickBooksItem(item, document.currency, query),
        ]),
      )
      .join("");
  }
}

function quickBooksItem(item: Item, currency: string, { sales }: InvoiceExportQuery) {
  const amount = majorAmount(item.netMinor, currency);
  return [
    ...[sales, item.description, 1, amount, amount, item.tax],
    ...[majorAmount(item.taxMinor, currency), currency, item.day && dayWithSlashes(item.day)],
  ];
}

/** Yields the invoices and credit notes for Xero, a line for each trip. Credit notes are negative. */
export function* invoicesForXero(deps: Deps, query: InvoiceExportQuery): Generator<string> {
  yield `${CSV_BOM}${csvLine(XERO_HEADINGS)}`;
  for (const document of documentsOf(deps, query)) {
    const { currency, party } = document;
    const sign = document.kind === "invoice" ? 1 : -1;
    const [addressLine1 = "", addressLine2 = "", addressLine3 = "", ...rest] =
      party.address.split("\n");
    yield itemsOf(document, "each", query)
      .map((item) =>
        csvLine([
          ...[
            party.name,
            party.email,
            addressLine1,
            addressLine2,
            addressLine3,
            rest.join(", "),
            "",
            "",
            "",
            "",
          ],
          ...[documentCode(document), document.reason],
          ...[dayWithSlashes(document.issuedOn), dayWithSlashes(document.dueOn)],
          majorAmount(sign * document.totalMinor, currency),
          "",
          item.description,
          1,
          majorAmount(sign * item.netMinor, currency),
          "",
          query.sales,
          item.tax,
          majorAmount(sign * item.taxMinor, currency),
          ...["", "", "", "", currency, ""],
        ]),
      )
      .join("");
  }
}

type Item = { description: string; day: string; netMinor: number; taxMinor: number; tax: string };

/**
 * Returns a document's lines as items. For a program without negative lines, a document with a negative correction
 * becomes a single item.
 */
function itemsOf(
  { lines }: AccountingDocument,
  correctionLayout: "each" | "whole",
  { noTax }: InvoiceExportQuery,
): Item[] {
  const items = lines.map((line): Item => {
    const taxes = line.lines.filter(({ kind }) => kind === "tax");
    const taxMinor = totalOf(taxes);
    const { reservationNumber, pickupLocal, pickupName, dropoffName, costCentre, reference } = line;
    const trip = line.kind === "correction" ? "Correction of trip" : "Trip";
    return {
      description: [
        `${trip} ${reservationNumber}`,
        pickupLocal.replace("T", " "),
        `${pickupName} to ${dropoffName}`,
        costCentre,
        reference,
      ]
        .filter(Boolean)
        .join(", "),
      day: pickupLocal.slice(0, 10),
      netMinor: line.amountMinor - taxMinor,
      taxMinor,
      tax: [...new Set(taxes.map(taxName))].join(" + ") || noTax,
    };
  });
  if (correctionLayout === "each" || items.every(({ netMinor }) => netMinor >= 0)) return items;
  return [
    {
      description: `Trips with corrections of earlier invoices: ${items.length}`,
      day: "",
      netMinor: items.reduce((sum, { netMinor }) => sum + netMinor, 0),
      taxMinor: items.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
      tax: [...new Set(items.map(({ tax }) => tax))].join(" + "),
    },
  ];
}

/** Formats a day as both programs read it: `04/12/2026`. */
function dayWithSlashes(day: string): string {
  return day.split("-").toReversed().join("/");
}
