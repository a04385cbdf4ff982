import { useState } from "react";
import type { ExpenseKind } from "../../../src/fares/contract";
import { expenseWords } from "../../../src/fares/expense-rules";
import type { Reservation } from "../../../src/reservations/contract";
import { FormSheet } from "../../forms/form-dialog";
import { useForm } from "../../forms/use-form";
import { readMoney } from "../../ui/amount";
import { notify } from "../../ui/notify";
import { RadioCards } from "../../ui/radio-cards";
import { TextField } from "../../ui/text-field";
import { PhotoField } from "../documents/photo-field";
import { addUpload } from "../uploads/upload-store";
import { useWords } from "../../words/use-words";
import { amountFaultText } from "./amount-fault";

const kinds: readonly ExpenseKind[] = ["toll", "parking", "other"];

/** The form to add an expense. It is saved on the phone and sent from there. */
export function ExpenseSheet({
  trip: { id: tripId, number, currency },
  driverId,
  onClose,
}: {
  trip: Pick<Reservation, "id" | "number" | "currency">;
  driverId: string;
  onClose: () => void;
}) {
  const t = useWords();
  const [key] = useState(
    () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
  );
  const form = useForm({
    initialValues: { kind: "toll" as ExpenseKind, amount: "", name: "", photos: [] as Blob[] },
    validate: ({ kind, amount, name }) => {
      const money = readMoney(amount, currency, t.language);
      return {
        amount:
          "fault" in money
            ? amountFaultText(money.fault, currency, t)
            : money.value === 0 && t("Enter an amount above zero."),
        name: kind === "other" && !name.trim() && t("Say what the expense was for."),
      };
    },
    send: async ({ kind, amount, name, photos }) => {
      const money = readMoney(amount, currency, t.language);
      if ("fault" in money) return;
      await addUpload(driverId, {
        kind: "expense",
        key,
        tripId,
        number,
        expense: {
          kind,
          name: kind === "other" ? name.trim() : "",
          amountMinor: money.value,
          currency,
        },
        photo: photos[0] ?? null,
      });
    },
    onSaved: onClose,
    failureTextOf: () => null,
    onFailed: () =>
      void notify("error", t("This phone could not save the expense. Please call dispatch.")),
  });
  const { typed, field } = form;
  return (
    <FormSheet
      busyLabel={t("Saving...")}
      form={form}
      isLarge
      onClose={onClose}
      submitLabel={t("Send to dispatch")}
      title={t("Add an expense")}
    >
      <RadioCards
        {...form.choice("kind")}
        columns={3}
        legend={t("What did you pay for?")}
        options={kinds.map((value) => ({ value, title: t.known(expenseWords[value]) }))}
      />
      {typed.kind === "other" && (
        <TextField {...field("name")} label={t("What was the expense for?")} maxLength={60} />
      )}
      <TextField
        {...field("amount")}
        autoComplete="off"
        inputMode="decimal"
        label={t("Amount, {currency}", { currency })}
      />
      <PhotoField
        hint={t("A photo of the ticket or receipt. Only dispatch can see it.")}
        label={t("Photo")}
        maxPhotos={1}
        onPhotos={(photos) => form.set({ photos })}
        photos={typed.photos}
      />
    </FormSheet>
  );
}
