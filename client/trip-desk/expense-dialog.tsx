import type { ExpenseKind } from "../../src/fares/contract";
import { expenseWords } from "../../src/fares/expense-rules";
import type { Expense } from "../../src/payments/expenses/expense-contract";
import type { Reservation } from "../../src/reservations/contract";
import { formatAmount } from "../../src/settings/money-rules";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { AmountField, amountFault, amountOf } from "../office/entry-fields";
import { useStaffForm } from "../office/use-staff-form";
import { Checkbox } from "../ui/checkbox";
import { formatMoney } from "../ui/money";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";

/** Approves an expense of a trip, changes an approved one, or adds one. */
export function ExpenseDialog({
  trip: { id, version, currency, state, driver },
  expense,
  onSaved,
  onClose,
}: {
  trip: Reservation;
  /** The expense; null to add one. */
  expense: Expense | null;
  onSaved: (expenses: readonly Expense[]) => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const path = api.admin.reservations[":id"].expenses;
  const isClosed = state === "settled" && !expense?.chargesCustomer;
  const isOfCurrentDriver = driver !== null && (!expense || expense.driver?.id === driver.id);
  const isUnapproved = expense?.state !== "approved";
  const form = useStaffForm({
    initialValues: {
      kind: (expense?.kind ?? "toll") as ExpenseKind,
      name: expense?.name ?? "",
      amountMinor: expense ? formatAmount(expense.amountMinor, currency) : "",
      chargesCustomer: isUnapproved ? !isClosed : expense.chargesCustomer,
      paysDriver: isUnapproved ? isOfCurrentDriver : expense.paysDriver,
    },
    validate: ({ kind, name, amountMinor }) => ({
      amountMinor: amountFault(amountMinor, currency),
      name: kind === "other" && !name.trim() && "Say what the expense was for.",
    }),
    send: ({ kind, name, amountMinor: typed, chargesCustomer, paysDriver }) => {
      const amountMinor = amountOf(typed, currency);
      const json = { version, amountMinor, chargesCustomer, paysDriver };
      const expenseName = kind === "other" ? { name: name.trim() } : {};
      return expense
        ? call(
            path[":expenseId"].approval.$post({
              param: { id, expenseId: expense.id },
              json: { ...json, ...expenseName },
            }),
          )
        : call(path.$post({ param: { id }, json: { ...json, ...expenseName, kind } }));
    },
    successText: expense ? "Approved" : "Added",
    onSaved: ({ expenses }) => {
      onSaved(expenses);
      onClose();
    },
  });
  const { typed, field } = form;
  const submitLabel = expense ? (isUnapproved ? "Approve" : "Save") : "Add";
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel={submitLabel}
      title={
        expense
          ? `${expense.name || expenseWords[expense.kind]}, ${formatMoney(expense.claimedMinor, currency)}`
          : "Add expense"
      }
    >
      {!expense && (
        <SelectField {...field("kind")} label="Kind of expense">
          {Object.entries(expenseWords).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </SelectField>
      )}
      {typed.kind === "other" && (
        <TextField
          {...field("name")}
          hint="The customer sees this text on the bill."
          label="What the expense was for"
          maxLength={60}
        />
      )}
      <AmountField {...field("amountMinor")} currency={currency} />
      <Checkbox
        {...form.checkbox("chargesCustomer")}
        disabled={isClosed}
        hint={isClosed && "This trip is settled. Reopen the trip to change its bill."}
        label="Charge the customer"
      />
      <Checkbox
        {...form.checkbox("paysDriver")}
        disabled={!isOfCurrentDriver}
        hint={
          !isOfCurrentDriver &&
          "The driver who paid this expense is no longer assigned to the trip. Add an adjustment to their account instead."
        }
        label="Pay the driver"
      />
      <p className="text-ink-muted">If you tick neither, your business pays.</p>
    </FormDialog>
  );
}
