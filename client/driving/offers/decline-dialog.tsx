import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextArea } from "../../ui/text-area";
import { useWords } from "../../words/use-words";
import { english, phrase } from "../../words/words";

/** Shown in the driver's language and sent to dispatch in English. */
const reasons = [
  phrase("Too far from where I am"),
  phrase("Not enough time before my next trip"),
  phrase("My shift ends"),
  phrase("Something is wrong with the vehicle"),
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
  const t = useWords();
  const [chosen, setChosen] = useState("");
  const [reason, setReason] = useState("");
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="secondary">
            {t("Go back")}
          </Button>
          <Button
            busy={busy}
            busyLabel={t("Declining…")}
            onClick={() => onDecline([chosen, reason.trim()].filter(Boolean).join(": "))}
            variant="danger"
          >
            {t("Decline offer")}
          </Button>
        </>
      }
      onClose={onClose}
      open={open}
      title={t("Decline trip {number}?", { number: trip.number })}
    >
      <p className="mb-4">{t("Dispatch will offer the trip to another driver.")}</p>
      <fieldset className="mb-4">
        <legend className="mb-1 font-medium text-sm">{t("Reason")}</legend>
        {reasons.map((why) => {
          const words = english.of(why);
          return (
            <label className="flex min-h-11 items-center gap-3" key={words}>
              <input
                checked={chosen === words}
                className="size-5 accent-accent"
                name={`why-${trip.id}`}
                onChange={() => setChosen(words)}
                type="radio"
              />
              {t.of(why)}
            </label>
          );
        })}
      </fieldset>
      <TextArea
        hint={t("Only dispatch will read your text.")}
        label={t("In your own words")}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
        optional
        rows={3}
        value={reason}
      />
    </Dialog>
  );
}
