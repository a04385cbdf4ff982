/** Statements as files: one as PDF or CSV, or those of all drivers in a month as CSV. */
import type { Deps } from "../deps";
import { isDemo, readOperator } from "../settings/queries";
import { majorAmount } from "../settings/money-rules";
import { CSV_BOM, csvLine } from "../formats/csv";
import type { NamedPaper } from "../reservations/papers/document-queries";
import { readStatement } from "./queries";
import type { StatementParties } from "./contract";
import { localTimeAt } from "../settings/local-time";
import { entryWords, methodWords } from "./words";
import type { StoredStatement } from "../../db/schema/payouts";

type TextFile = { name: string; text: string };

/** Returns a statement as a PDF. Throws 404 if it doesn't exist or isn't the given driver's. */
export async function readStatementPdf(
  deps: Deps,
  id: string,
  driverId: string | null = null,
): Promise<NamedPaper> {
  const statement = readStatement(deps, id, driverId);
  const { statementPdf } = await import("./statement-pdf");
  return { name: `statement-${statement.number}.pdf`, ...statementPdf(statement, isDemo(deps)) };
}

const LINE_HEADINGS = [
  "Kind",
  "Trip",
  "When",
  "Ended",
  "Payment",
  "Charged",
  "Earned",
  "Held by driver",
  "Amount",
  "Currency",
  "Reason",
  "Reference",
];

/**
 * Returns a statement's opening balance, lines and entries as CSV. The column Amount adds up to the closing balance.
 */
export function statementAsCsv(deps: Deps, id: string, driverId: string | null = null): TextFile {
  const statement = readStatement(deps, id, driverId);
  const { currency, lines, entries, openingMinor } = statement;
  const showsPrices = driverId === null || readOperator(deps).showFareToDrivers;
  const amount = (amountMinor: number) => majorAmount(amountMinor, currency);
  const rows = [
    [
      "Carried over",
      "",
      statement.monday,
      "",
      "",
      "",
      "",
      "",
      amount(openingMinor),
      currency,
      "",
      "",
    ],
    ...lines.map((line) => [
      line.kind === "trip" ? "Trip" : "Correction of a trip",
      line.reservationNumber,
      line.pickupLocal.replace("T", " "),
      line.ended,
      line.payment,
      showsPrices ? amount(line.chargedMinor) : "",
      amount(line.payMinor),
      amount(line.heldMinor),
      amount(line.payMinor - line.heldMinor),
      currency,
      "",
      "",
    ]),
    ...entries.map((entry) => [
      entryWords(entry),
      entry.trip?.number ?? "",
      entry.paidOn ?? localTimeAt(Date.parse(entry.recordedAt), statement.timeZone).slice(0, 10),
      "",
      entry.method ? methodWords[entry.method] : "",
      "",
      "",
      "",
      amount(entry.amountMinor),
      currency,
      entry.reason,
      entry.reference,
    ]),
  ];
  const text = [LINE_HEADINGS, ...rows].map(csvLine).join("");
  return { name: `statement-${statement.number}.csv`, text: `${CSV_BOM}${text}` };
}

const MONTH_HEADINGS = [
  "Statement",
  "Driver",
  "Week from",
  "Week to",
  "Currency",
  "Carried over",
  "Earned",
  "Held by driver",
  "Corrections",
  "Adjustments",
  "Payments",
  "Total",
];

type MonthRow = Pick<
  StoredStatement,
  | "number"
  | "currency"
  | "monday"
  | "openingMinor"
  | "payMinor"
  | "heldMinor"
  | "correctionsMinor"
  | "adjustmentsMinor"
  | "paymentsMinor"
  | "closingMinor"
> & { parties: string };

/** Returns the statements of all drivers for the weeks that begin in a month as CSV, one line each. */
export function monthAsCsv(deps: Deps, month: string): TextFile {
  const next = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
  const rows = deps.db.$client
    .query<MonthRow, [string, string]>(
      `SELECT number, currency, monday, opening_minor AS openingMinor, pay_minor AS payMinor,
         held_minor AS heldMinor, corrections_minor AS correctionsMinor,
         adjustments_minor AS adjustmentsMinor, payments_minor AS paymentsMinor,
         closing_minor AS closingMinor, parties
       FROM driver_statements WHERE monday >= ? AND monday < ? ORDER BY monday, id`,
    )
    .all(`${month}-01`, `${next}-01`);
  const lines = rows.map((row) => {
    // The cast is safe because Livery stored these parties itself, in the contract's shape.
    const { driver } = JSON.parse(row.parties) as StatementParties;
    return csvLine([
      row.number,
      driver.name,
      row.monday,
      Temporal.PlainDate.from(row.monday).add({ days: 6 }).toString(),
      row.currency,
      majorAmount(row.openingMinor, row.currency),
      majorAmount(row.payMinor, row.currency),
      majorAmount(row.heldMinor, row.currency),
      majorAmount(row.correctionsMinor, row.currency),
      majorAmount(row.adjustmentsMinor, row.currency),
      majorAmount(row.paymentsMinor, row.currency),
      majorAmount(row.closingMinor, row.currency),
    ]);
  });
  return {
    name: `driver-statements-${month}.csv`,
    text: `${CSV_BOM}${csvLine(MONTH_HEADINGS)}${lines.join("")}`,
  };
}
