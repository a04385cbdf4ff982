/** A driver's statement as an A4 PDF: each trip with pay and cash, other entries, and the balance. */
import { formatMoney } from "../settings/money-rules";
import { createPdf, type Paper } from "../formats/pdf";
import { Column, MARGIN, type DocumentLine, RIGHT_X, styles } from "../reservations/papers/receipt";
import { localTimeAt } from "../settings/local-time";
import type { DriverEntry, Statement, StatementLine } from "./contract";
import { entryWords, heldAmountText, outcomeWords, payLinesText } from "./words";

/** Creates the PDF. The same statement always gives the same file. It contains no places and no passengers. */
export function statementPdf(statement: Statement, isDemo: boolean): Paper {
  const { from, driver } = statement.parties;
  const amount = (amountMinor: number) => formatMoney(amountMinor, statement.currency);
  const pdf = createPdf({
    title: `${from.name}: statement ${statement.number}`,
    author: from.name,
    language: "en",
    createdAt: Date.parse(statement.closedAt),
    isDemo,
  });
  const page = new Column(pdf);
  pdf.text(from.name, { x: MARGIN, y: 76 }, styles.brand);
  pdf.text("Driver statement", { x: RIGHT_X, y: 76, align: "end" }, styles.brand);
  pdf.text(from.contact, { x: MARGIN, y: 96 }, styles.quiet);
  pdf.text(`No. ${statement.number}`, { x: RIGHT_X, y: 96, align: "end" }, styles.quiet);
  page.y = 116;
  page.rule();
  page.heading("Statement", styles);
  const closedOn = localTimeAt(Date.parse(statement.closedAt), statement.timeZone).slice(0, 10);
  page.fact("Driver", driver.name, styles);
  page.fact("From", [from.name, from.address].filter(Boolean).join("\n"), styles);
  page.fact("Week", `${statement.monday} to ${statement.sunday}`, styles);
  page.fact("Closed", `${closedOn}, ${statement.closedBy}`, styles);
  const trips = statement.lines.filter(({ kind }) => kind === "trip");
  const corrections = statement.lines.filter(({ kind }) => kind === "correction");
  if (trips.length > 0) {
    page.heading("Your pay for trips", styles);
    page.lines(
      trips.map((line) => tripLine(line, statement.currency)),
      amount,
      styles,
    );
  }
  if (corrections.length > 0) {
    page.heading("Corrections of earlier statements", styles);
    page.lines(
      corrections.map((line) => correctionLine(line, amount)),
      amount,
      styles,
    );
  }
  if (statement.entries.length > 0) {
    page.heading("Adjustments and payments", styles);
    page.lines(statement.entries.map(entryLine), amount, styles);
  }
  page.heading("Account", styles);
  page.lines(sumLines(statement), amount, styles);
  page.total(
    outcomeWords(statement.closingMinor, from.name),
    amount(Math.abs(statement.closingMinor)),
    styles,
  );
  return pdf.finish();
}

function tripLine(line: StatementLine, currency: string): DocumentLine {
  const amount = (amountMinor: number) => formatMoney(amountMinor, currency);
  return {
    label: `Trip ${line.reservationNumber}, ${line.pickupLocal.replace("T", " ")}`,
    detail: [
      payLinesText(line.payLines, currency, amount),
      heldAmountText(line, amount(line.heldMinor)),
    ]
      .filter(Boolean)
      .join(", "),
    amountMinor: line.payMinor,
  };
}

function correctionLine(line: StatementLine, amount: (minor: number) => string): DocumentLine {
  return {
    label: `Trip ${line.reservationNumber}, ${line.pickupLocal.replace("T", " ")}`,
    detail: `Pay ${amount(line.payMinor)}, money held ${amount(line.heldMinor)}`,
    amountMinor: line.payMinor - line.heldMinor,
  };
}

function entryLine(entry: DriverEntry): DocumentLine {
  return {
    label: entryWords(entry),
    detail: [entry.reason, entry.trip && `Trip ${entry.trip.number}`, entry.paidOn, entry.reference]
      .filter(Boolean)
      .join(", "),
    amountMinor: entry.amountMinor,
  };
}

function sumLines(statement: Statement): DocumentLine[] {
  const lines: [label: string, amountMinor: number][] = [
    ["Carried over", statement.openingMinor],
    ["Earned", statement.payMinor],
    ["Collected from passengers", -statement.heldMinor],
    ["Corrections", statement.correctionsMinor],
    ["Adjustments", statement.adjustmentsMinor],
    ["Payments", statement.paymentsMinor],
  ];
  return lines
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([label, amountMinor]) => ({ label, detail: "", amountMinor }));
}
