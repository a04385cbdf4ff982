import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { waitingOf } from "../../../src/reservations/waiting/waiting-rules";
import { Form } from "../../forms/form";
import { useForm } from "../../forms/use-form";
import { readMoney } from "../../ui/amount";
import { formatAmount } from "../../../src/settings/money-rules";
import { Button } from "../../ui/button";
import { formatMoney } from "../../ui/money";
import { TextField } from "../../ui/text-field";
import { hasEndedLocally } from "../taps/trip-action-rules";
import type { TakeAction } from "./use-step-actions";
import { useWords } from "../../words/use-words";
import { amountFaultText } from "../expenses/amount-fault";

interface CashStepProps {
  /** A completed trip with an amount due. */
  trip: Reservation;
  isSending: boolean;
  isDisabledBriefly: boolean;
  onAction: TakeAction;
}

type Method = "cash" | "card_terminal";

/**
 * Records the amount that the driver received, in cash or at the terminal: the amount due with one press, or a
 * different amount with a reason.
 */
export default function CashStep({ trip, isSending, isDisabledBriefly, onAction }: CashStepProps) {
  const t = useWords();
  const [isOtherAmount, setIsOtherAmount] = useState(false);
  const [method, setMethod] = useState<Method>(trip.payment === "card" ? "card_terminal" : "cash");
  const isCash = method === "cash";
  const { currency } = trip;
  const dueMinor = dueMinorOf(trip);
  const due = formatMoney(dueMinor, currency, t);
  return (
    <section aria-label={t("Payment")} className="grid gap-2">
      <p className="flex items-baseline justify-between gap-4 px-1">
        <span className="text-ink-muted">
          {isCash ? t("To collect in cash") : t("To collect by card terminal")}
        </span>
        <span className="font-semibold text-xl tabular-nums">{due}</span>
      </p>
      {isOtherAmount ? (
        <OtherAmountForm
          method={method}
          onAction={onAction}
          isDisabledBriefly={isDisabledBriefly}
          isSending={isSending}
          trip={trip}
        />
      ) : (
        <Button
          busy={isSending}
          className="!min-h-16"
          disabled={isDisabledBriefly}
          onClick={() =>
            void onAction({ kind: "cash", method, collectedMinor: dueMinor, dueMinor })
          }
          size="large"
          wide
        >
          {isCash ? t("Collected {due}", { due }) : t("Paid {due} by card", { due })}
        </Button>
      )}
      <Button
        disabled={isDisabledBriefly}
        onClick={() => setIsOtherAmount(!isOtherAmount)}
        variant="quiet"
        wide
      >
        {isOtherAmount ? t("I collected {due}", { due }) : t("I collected a different amount")}
      </Button>
      <Button
        disabled={isDisabledBriefly}
        onClick={() => setMethod(isCash ? "card_terminal" : "cash")}
        variant="quiet"
        wide
      >
        {isCash ? t("Paid by card terminal") : t("Paid in cash")}
      </Button>
    </section>
  );
}

function OtherAmountForm({
  trip,
  method,
  isSending,
  isDisabledBriefly,
  onAction,
}: CashStepProps & { method: Method }) {
  const t = useWords();
  const { currency } = trip;
  const dueMinor = dueMinorOf(trip);
  const readCollectedAmount = (amount: string) => readMoney(amount, currency, t.language);
  const form = useForm({
    initialValues: { amount: formatAmount(dueMinor, currency, t.language), reason: "" },
    validate: ({ amount, reason }) => {
      const money = readCollectedAmount(amount);
      if ("fault" in money) return { amount: amountFaultText(money.fault, currency, t) };
      return {
        reason: money.value !== dueMinor && !reason.trim() && t("Say why the amount is different."),
      };
    },
    send: async ({ amount, reason }) => {
      const money = readCollectedAmount(amount);
      const why = reason.trim();
      if ("value" in money)
        await onAction({
          kind: "cash",
          method,
          collectedMinor: money.value,
          dueMinor,
          ...(why !== "" && { reason: why }),
        });
    },
  });
  return (
    <Form className="grid gap-3 rounded-md bg-surface-sunken p-3" form={form}>
      <TextField
        {...form.field("amount")}
        hint={t("Don’t include tips. This amount belongs to the company.")}
        inputMode="decimal"
        label={t("Collected, {currency}", { currency })}
      />
      <TextField
        {...form.field("reason")}
        hint={t("Dispatch will see your answer.")}
        label={t("Why is the amount different?")}
        maxLength={200}
      />
      <Button
        busy={isSending}
        className="!min-h-16"
        disabled={isDisabledBriefly}
        size="large"
        type="submit"
        wide
      >
        {t("Confirm amount")}
      </Button>
    </Form>
  );
}

/** Returns the amount due, plus the waiting charge that the server adds when the completion arrives. */
function dueMinorOf(trip: Reservation): number {
  const waitingTime = hasEndedLocally(trip) ? waitingOf(trip) : null;
  const { dueMinor } = trip;
  return (
    dueMinor + (waitingTime?.endedAt ? waitingTime.waitingCostAt(waitingTime.endedAt).costMinor : 0)
  );
}
