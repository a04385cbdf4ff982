/**
 * Expenses among the lines of a fare, a fee and a driver's pay. Each passes on the amount paid, as a separate line with
 * the expense's id.
 */
import type { ExpenseKind, FareLine, Pay, PayLine } from "./contract";

/** The facts of an expense that its line contains. */
type ExpenseFacts = {
  id: string;
  kind: ExpenseKind;
  /** What an expense of the kind `other` was for. */
  name: string;
  amountMinor: number;
};

type ExpenseLine = Extract<PayLine, { kind: "expense" }>;

/** The names of expenses for staff and drivers. */
export const expenseWords: Record<ExpenseKind, string> = {
  toll: "Toll",
  parking: "Parking",
  other: "Other expense",
};

/** Returns the line of an expense, for a fare or a driver's pay. */
export function expenseLine({ id, kind, name, amountMinor }: ExpenseFacts): ExpenseLine {
  return { kind: "expense", params: { expense: kind, name, expenseId: id }, amountMinor };
}

/**
 * Returns the lines with the expense in place of its earlier line, or without it if `isCounted` is false. `addedMinor`
 * is the change of the sum.
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

/** Returns the columns of a recalculated pay. The driver keeps the expenses among the earlier lines. */
export function payColumns(pay: Pay, before: unknown[] | null) {
  // Livery wrote these lines from those of the pay rule.
  const expenseLines = ((before ?? []) as PayLine[]).filter(({ kind }) => kind === "expense");
  return {
    payLines: [...pay.lines, ...expenseLines],
    payMinor: expenseLines.reduce((sum, { amountMinor }) => sum + amountMinor, pay.totalMinor),
  };
}
