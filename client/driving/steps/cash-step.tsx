import { useRef, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { waitingOf } from "../../../src/reservations/waiting/waiting-rules";
import { readMoney } from "../../ui/amount";
import { writeMoney } from "../../../src/settings/money-rules";
import { Button } from "../../ui/button";
import { formatMoney } from "../../ui/money";
import { TextField } from "../../ui/text-field";
import { endsUnsent } from "../taps/act-rules";
import type { TakeAct } from "./use-step";

interface CashStepProps {
  /** A trip that was driven and is paid in cash. */
  trip: Reservation;
  sending: boolean;
  resting: boolean;
  onAct: TakeAct;
}

/** What the driver took in cash: as much as was due in one press, or another amount with a reason. */
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
        {other ? `I collected ${due}` : "I collected another amount"}
      </Button>
    </section>
  );
}

function OtherAmount({ trip, sending, resting, onAct }: CashStepProps) {
  const { currency } = trip;
  const dueMinor = dueOf(trip);
  const [amount, setAmount] = useState(() => writeMoney(dueMinor, currency));
  const [reason, setReason] = useState("");
  const [faults, setFaults] = useState<{ amount?: string; reason?: string }>({});
  const amountField = useRef<HTMLInputElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);

  const submit = () => {
    const read = readMoney(amount, currency);
    const why = reason.trim();
    if ("fault" in read) {
      setFaults({ amount: `${read.fault}.` });
      amountField.current?.focus();
    } else if (read.value !== dueMinor && why === "") {
      setFaults({ reason: "Say why it is another amount." });
      reasonField.current?.focus();
    } else {
      setFaults({});
      void onAct({
        kind: "cash",
        collectedMinor: read.value,
        dueMinor,
        ...(why !== "" && { reason: why }),
      });
    }
  };
  return (
    <form
      method="post"
      className="grid gap-3 rounded-md bg-surface-sunken p-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        error={faults.amount}
        hint="Without a tip: dispatch counts this as the operator’s money."
        inputMode="decimal"
        label={`Collected, ${currency}`}
        onChange={(event) => setAmount(event.target.value)}
        ref={amountField}
        value={amount}
      />
      <TextField
        error={faults.reason}
        hint="Dispatch reads it."
        label="Why another amount?"
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
        ref={reasonField}
        value={reason}
      />
      <Button
        busy={sending}
        className="!min-h-16"
        disabled={resting}
        size="large"
        type="submit"
        wide
      >
        Confirm this amount
      </Button>
    </form>
  );
}

/** The fare, with the waiting that the end of the trip adds once it has arrived. */
function dueOf(trip: Reservation): number {
  const waiting = endsUnsent(trip) ? waitingOf(trip) : null;
  return trip.fareMinor + (waiting?.endedAt ? waiting.costAt(waiting.endedAt).costMinor : 0);
}
