import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { waitingOf } from "../../../src/reservations/waiting/waiting-rules";
import { Form } from "../../forms/form";
import { useForm } from "../../forms/use-form";
import { readMoney } from "../../ui/amount";
import { writeMoney } from "../../../src/settings/money-rules";
import { Button } from "../../ui/button";
import { formatMoney } from "../../ui/money";
import { TextField } from "../../ui/text-field";
import { endsUnsent } from "../taps/act-rules";
import type { TakeAct } from "./use-step";

interface CashStepProps {
  /** A completed trip paid in cash. */
  trip: Reservation;
  sending: boolean;
  resting: boolean;
  onAct: TakeAct;
}

/** Records the cash collected: the amount due with one press, or a different amount with a reason. */
export default function CashStep({ trip, sending, resting, onAct }: CashStepProps) {
  const [other, setOther] = useState(false);
  const { currency } = trip;
  const dueMinor = dueOf(trip);
  const due = formatMoney(dueMinor, currency);
  return (
    <section aria-label="Cash" className="grid gap-2">
      <p className="flex items-baseline justify-between gap-4 px-1">
        <span className="text-ink-muted">To collect in cash</span>
        <span className="font-semibold text-xl tabular-nums">{due}</span>
      </p>
      {other ? (
        <OtherAmount onAct={onAct} resting={resting} sending={sending} trip={trip} />
      ) : (
        <Button
          busy={sending}
          className="!min-h-16"
          disabled={resting}
          onClick={() => void onAct({ kind: "cash", collectedMinor: dueMinor, dueMinor })}
          size="large"
          wide
        >
          Collected {due}
        </Button>
      )}
      <Button disabled={resting} onClick={() => setOther(!other)} variant="quiet" wide>
        {other ? `I collected ${due}` : "I collected a different amount"}
      </Button>
    </section>
  );
}

function OtherAmount({ trip, sending, resting, onAct }: CashStepProps) {
  const { currency } = trip;
  const dueMinor = dueOf(trip);
  const collected = (amount: string) => readMoney(amount, currency);
  const form = useForm({
    initial: { amount: writeMoney(dueMinor, currency), reason: "" },
    check: ({ amount, reason }) => {
      const read = collected(amount);
      if ("fault" in read) return { amount: `${read.fault}.` };
      return {
        reason: read.value !== dueMinor && !reason.trim() && "Say why the amount is different.",
      };
    },
    send: async ({ amount, reason }) => {
      const read = collected(amount);
      const why = reason.trim();
      if ("value" in read)
        await onAct({
          kind: "cash",
          collectedMinor: read.value,
          dueMinor,
          ...(why !== "" && { reason: why }),
        });
    },
  });
  return (
    <Form className="grid gap-3 rounded-md bg-surface-sunken p-3" form={form}>
      <TextField
        {...form.field("amount")}
        hint="Leave out any tip. This amount belongs to the company."
        inputMode="decimal"
        label={`Collected, ${currency}`}
      />
      <TextField
        {...form.field("reason")}
        hint="Dispatch sees this."
        label="Why is it different?"
        maxLength={200}
      />
      <Button
        busy={sending}
        className="!min-h-16"
        disabled={resting}
        size="large"
        type="submit"
        wide
      >
        Confirm amount
      </Button>
    </Form>
  );
}

/** The fare, plus the waiting charge that the server adds when the completion arrives. */
function dueOf(trip: Reservation): number {
  const waiting = endsUnsent(trip) ? waitingOf(trip) : null;
  return trip.fareMinor + (waiting?.endedAt ? waiting.costAt(waiting.endedAt).costMinor : 0);
}
