/** Files for bookkeeping: imports for accounting programs, a journal, and a company's statement of account. */
import { z } from "zod";
import { Currency } from "../../fares/contract";
import { line } from "../../settings/text-contract";

const day = z.iso.date().regex(/^2[01]/, "is not a day of this century or the next");
const period = { from: day, to: day };
const areInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const outOfOrderError = { path: ["to"], error: "The last day is before the first." };

/** Days of the operator's calendar, both inclusive. */
export const BooksQuery = z.object(period).refine(areInOrder, outOfOrderError);
export type BooksQuery = z.infer<typeof BooksQuery>;

/** Invoices of a period in a program's import format, with the program's names for what Livery has no names for. */
export const InvoiceExportQuery = z
  .object({
    ...period,
    /** The program's account code of sales, or its product or service. */
    sales: line.max(60).min(1),
    /** The program's name of the tax rate for trips without tax. */
    noTax: line.max(60).min(1),
  })
  .refine(areInOrder, outOfOrderError);
export type InvoiceExportQuery = z.infer<typeof InvoiceExportQuery>;

/** A company's account in one currency. */
export const AccountQuery = z
  .object({ ...period, currency: Currency })
  .refine(areInOrder, outOfOrderError);
export type AccountQuery = z.infer<typeof AccountQuery>;

/** A line of the statement. A positive amount adds to what is owed. */
type AccountEntry = { day: string; what: string; amountMinor: number; balanceMinor: number };

export type AccountStatement = {
  companyName: string;
  address: string;
  openingMinor: number;
  entries: AccountEntry[];
  closingMinor: number;
};
