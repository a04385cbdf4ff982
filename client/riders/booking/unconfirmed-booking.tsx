import { CloudOff } from "lucide-react";
import { Button } from "../../ui/button";
import { useWords } from "../../words/use-words";

/** Shown while it is unknown whether a booking arrived. The only action is to try again. */
export function UnconfirmedBooking({
  why,
  onRetry,
}: {
  /** Why the last try failed; null if unknown. */
  why: string | null;
  onRetry: () => void;
}) {
  const t = useWords();
  return (
    <div className="grid justify-items-start gap-4 rounded-lg bg-warning-surface p-6" role="alert">
      <CloudOff aria-hidden="true" className="text-warning-ink" size={28} />
      <div>
        <h2 className="text-lg">{t("We didn’t hear back about your booking")}</h2>
        <p className="mt-1">
          {t(
            "We may or may not have received your booking. Try again to find out: you will not be booked twice.",
          )}
        </p>
        {why && <p className="mt-1">{why}</p>}
      </div>
      <Button onClick={onRetry} size="large">
        {t("Try again")}
      </Button>
    </div>
  );
}
