import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { Button } from "../../ui/button";
import { formatMoment } from "../../ui/moment";
import { actionWords } from "./trip-action-rules";
import { canResend, type StoredTap } from "./tap-rules";
import { useTaps } from "./taps";
import { useWords } from "../../words/use-words";

/** Lists taps that were refused, with the reason, and lets the driver send or discard them. */
export default function StoppedTaps({
  trip,
  message,
  refusedTaps,
}: {
  trip: Reservation;
  message: string;
  refusedTaps: readonly StoredTap[];
}) {
  const t = useWords();
  const { taps, resend, discard } = useTaps();
  const [busy, setBusy] = useState(false);
  const mayResend = canResend(taps, trip);
  const decide = async (decision: () => Promise<void>) => {
    setBusy(true);
    try {
      await decision();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-3 rounded-md bg-warning-surface p-3 text-warning-ink" role="alert">
      <p className="flex items-start gap-2 font-medium">
        <CircleAlert aria-hidden="true" className="mt-1 shrink-0" size={16} />
        <span>{message}</span>
      </p>
      <div className="text-sm">
        <p>
          {refusedTaps.length === 1
            ? t("This update was not accepted:")
            : t("These updates were not accepted:")}
        </p>
        <ul className="ms-5 list-disc">
          {refusedTaps.map(({ seq, act, tappedAt }) => (
            <li key={seq}>
              {actionWords(act, t)}
              {t.known(", ")}
              {formatMoment(tappedAt, trip.timeZone, "time", t)}
            </li>
          ))}
        </ul>
      </div>
      <div className="grid gap-2">
        {mayResend && (
          <Button
            className="!min-h-16"
            disabled={busy}
            onClick={() => void decide(() => resend(trip))}
            size="large"
            wide
          >
            {t("Send anyway")}
          </Button>
        )}
        <Button
          disabled={busy}
          onClick={() => void decide(() => discard(trip.id))}
          variant="secondary"
          wide
        >
          {mayResend ? t("Discard") : t("Dismiss")}
        </Button>
      </div>
    </div>
  );
}
