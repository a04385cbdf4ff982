import { useCallback, useEffect, useState } from "react";
import { expenseWords } from "../../src/fares/expense-rules";
import type { Expense } from "../../src/payments/expenses/expense-contract";
import { canDecideExpense } from "../../src/payments/expenses/expense-rules";
import type { Reservation } from "../../src/reservations/contract";
import { useOffice } from "../office/calls";
import { reservationUpdates } from "../office/live/updates";
import { Part } from "../office/panel-part";
import { ReasonDialog } from "../office/reason-dialog";
import { usePermission } from "../office/use-permission";
import { Badge, type Tone } from "../ui/badge";
import { Button } from "../ui/button";
import { formatMoney } from "../ui/money";
import { showToast } from "../ui/toasts";
import { ExpenseDialog } from "./expense-dialog";

const expenseStateBadges: Record<Expense["state"], { words: string; tone: Tone }> = {
  proposed: { words: "Waiting", tone: "warning" },
  approved: { words: "Approved", tone: "success" },
  declined: { words: "Declined", tone: "neutral" },
};

/** The expenses of a trip, for staff to approve or decline. */
export function TripExpenses({ reservation }: { reservation: Reservation }) {
  const { id, version, state } = reservation;
  const { api, call } = useOffice();
  const mayDecideExpenses = usePermission("trips.settle") && canDecideExpense(state);
  const [expenses, setExpenses] = useState<readonly Expense[]>([]);
  const [dialogExpense, setDialogExpense] = useState<Expense | "new" | null>(null);
  const [expenseToDecline, setExpenseToDecline] = useState<Expense | null>(null);
  const load = useCallback(async () => {
    const path = api.admin.reservations[":id"].expenses;
    const expensesAnswer = await call(path.$get({ param: { id } })).catch(() => null);
    // If loading fails, the price above is still right, and the next event loads this again.
    if (expensesAnswer) setExpenses(expensesAnswer.expenses);
  }, [api, call, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the trip has other decisions
  useEffect(() => void load(), [load, version]);
  // An expense that a driver adds doesn't change the trip's version, so events load the list again.
  reservationUpdates.useUpdates((news) => {
    if (news === null || news.id === id) void load();
  });
  if (expenses.length === 0 && !mayDecideExpenses) return null;
  return (
    <Part title="Expenses">
      <ul className="divide-y divide-line not-empty:mb-3">
        {expenses.map((expense) => (
          <li className="grid gap-1 py-2" key={expense.id}>
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 break-words font-medium">
                {expense.name || expenseWords[expense.kind]}
              </span>
              <span className="flex items-center gap-2">
                <Badge tone={expenseStateBadges[expense.state].tone}>
                  {expenseStateBadges[expense.state].words}
                </Badge>
                <span className="tabular-nums">
                  {formatMoney(expense.amountMinor, expense.currency)}
                </span>
              </span>
            </p>
            <p className="text-ink-muted">{detailOf(expense)}</p>
            <div className="flex flex-wrap items-center gap-2 empty:hidden">
              {expense.photo && (
                <a
                  className="me-2 text-accent-text underline-offset-4 hover:underline pointer-coarse:py-2.5"
                  href={expense.photo}
                  rel="noreferrer"
                  target="_blank"
                >
                  Photo
                </a>
              )}
              {mayDecideExpenses && (
                <Button onClick={() => setDialogExpense(expense)} size="small" variant="secondary">
                  {expense.state === "approved" ? "Change" : "Approve"}
                </Button>
              )}
              {mayDecideExpenses && expense.state !== "declined" && (
                <Button
                  onClick={() => setExpenseToDecline(expense)}
                  size="small"
                  variant="secondary"
                >
                  Decline
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {mayDecideExpenses && (
        <Button onClick={() => setDialogExpense("new")} size="small" variant="secondary">
          Add expense
        </Button>
      )}
      {dialogExpense && (
        <ExpenseDialog
          expense={dialogExpense === "new" ? null : dialogExpense}
          onClose={() => setDialogExpense(null)}
          onSaved={setExpenses}
          trip={reservation}
        />
      )}
      {expenseToDecline && (
        <ReasonDialog
          busyLabel="Declining..."
          confirmLabel="Decline"
          onClose={() => setExpenseToDecline(null)}
          onConfirm={async (reason) => {
            const param = { id, expenseId: expenseToDecline.id };
            const json = { version, reason };
            const path = api.admin.reservations[":id"].expenses[":expenseId"].refusal;
            const answer = await call(path.$post({ param, json }));
            setExpenses(answer.expenses);
            showToast("success", "Declined");
            setExpenseToDecline(null);
          }}
          reasonHint="The driver sees this reason."
          reasonLabel="Reason"
          missingReasonText="Give a short reason."
          title={`Decline this expense of ${formatMoney(expenseToDecline.amountMinor, expenseToDecline.currency)}?`}
        />
      )}
    </Part>
  );
}

/** Returns who added an expense, and the decision about it. */
function detailOf(expense: Expense): string {
  const { addedBy, state, claimedMinor, amountMinor, currency, decidedBy, reason } = expense;
  const addedText =
    claimedMinor === amountMinor
      ? `Added by ${addedBy}`
      : `Added by ${addedBy} as ${formatMoney(claimedMinor, currency)}`;
  if (state === "proposed") return `${addedText}.`;
  if (state === "declined") return `${addedText}. Declined by ${decidedBy}: ${reason}`;
  return `${addedText}. ${expenseBearerText(expense)} Approved by ${decidedBy}.`;
}

function expenseBearerText({ chargesCustomer, paysDriver }: Expense): string {
  if (chargesCustomer && paysDriver) return "Charged to the customer and paid to the driver.";
  if (chargesCustomer) return "Charged to the customer.";
  return paysDriver ? "Paid to the driver." : "Paid by your business.";
}
