/**
 * Expenses among the lines of a fare, a fee and a driver's pay: each passes on what was paid, as a line of its own that
 * is told by the expense's id.
 */
import type { ExpenseKind, FareLine, Pay, PayLine } from "./contract";

/** An expense as lines say it. */
type ExpenseFacts = {
  id: string;
  kind: ExpenseKind;
  /** What another expense was for. */
  name: string;
  amountMinor: number;
};

type ExpenseLine = Extract<PayLine, { kind: "expense" }>;

/** What staff and drivers call an expense. */
export const expenseWords: Record<ExpenseKind, string> = {
  toll: "Toll",
  parking: "Parking",
  other: "Other expense",
};

/** The line of an expense, of a fare or of a pay. */
export function expenseLine({ id, kind, name, amountMinor }: ExpenseFacts): ExpenseLine {
  return { kind: "expense", params: { expense: kind, name, expenseId: id }, amountMinor };
}

/**
 * Lines with an expense in the place of what they had of it, and without it where `isCounted` is false; `addedMinor` is
 * the sum they add.
 */
export function withExpense<Line extends FareLine | PayLine>(
  lines: readonly Line[],
  expense: ExpenseFacts,
  isCounted: boolean,
): { lines: (Line | ExpenseLine)[]; addedMinor: number } {
  const isLineOfExpense = (line: Line) =>
    line.kind === "expense" && line.params.expenseId === expense.id;
  const others = lines.filter((line) => !isLineOfExpense(line));
  const beforeMinor = lines
    .filter(isLineOfExpense)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return isCounted
    ? { lines: [...others, expenseLine(expense)], addedMinor: expense.amountMinor - beforeMinor }
    : { lines: others, addedMinor: -beforeMinor };
}

/** The columns of a pay that was worked out again: the driver keeps the expenses among the lines before. */
export function payColumns(pay: Pay, before: unknown[] | null) {
  // Written by ourselves from the pay rule's lines.
  const expenseLines = ((before ?? []) as PayLine[]).filter(({ kind }) => kind === "expense");
  return {
    payLines: [...pay.lines, ...expenseLines],
    payMinor: expenseLines.reduce((sum, { amountMinor }) => sum + amountMinor, pay.totalMinor),
  };
}
