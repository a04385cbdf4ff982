import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextArea } from "../../ui/text-area";

const reasons = [
  "Too far from where I am",
  "Not enough time before my next trip",
  "My shift ends",
  "Something is wrong with the vehicle",
];

/** Confirms that the driver declines an offer. The reason is optional. */
export function DeclineDialog({
  trip,
  open,
  busy,
  onDecline,
  onClose,
}: {
  trip: Pick<Reservation, "id" | "number">;
  open: boolean;
  busy: boolean;
  onDecline: (reason: string) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState("");
  const [reason, setReason] = useState("");
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="secondary">
            Go back
          </Button>
          <Button
            busy={busy}
            busyLabel="Declining…"
            onClick={() => onDecline([chosen, reason.trim()].filter(Boolean).join(": "))}
            variant="danger"
          >
            Decline offer
          </Button>
        </>
      }
      onClose={onClose}
      open={open}
      title={`Decline trip ${trip.number}?`}
    >
      <p className="mb-4">Dispatch will offer it to another driver.</p>
      <fieldset className="mb-4">
        <legend className="mb-1 font-medium text-sm">Reason</legend>
        {reasons.map((words) => (
          <label className="flex min-h-11 items-center gap-3" key={words}>
            <input
              checked={chosen === words}
              className="size-5 accent-accent"
              name={`why-${trip.id}`}
              onChange={() => setChosen(words)}
              type="radio"
            />
            {words}
          </label>
        ))}
      </fieldset>
      <TextArea
        hint="Only dispatch sees it."
        label="In your own words"
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
        optional
        rows={3}
        value={reason}
      />
    </Dialog>
  );
}
