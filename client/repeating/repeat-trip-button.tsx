import { Repeat2 } from "lucide-react";
import { useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import type { StandingOrder } from "../../src/reservations/standing-orders/order-contract";
import { lazy } from "../lazy";
import { Button } from "../ui/button";
import { LazyPopup } from "../ui/dialogs";
import type { OrderCalls } from "./order-calls";
import { useWords } from "../words/use-words";

const RepeatDialog = lazy(async () => (await import("./repeat-dialog")).RepeatDialog);

/** The button that repeats a booked trip. Its dialog loads when it is pressed. */
export function RepeatTripButton({
  trip,
  loadCalls,
  onRepeated,
  size,
}: {
  trip: Reservation;
  /** Makes the calls, from code that loads with the dialog. */
  loadCalls: (calls: typeof import("./order-calls")) => OrderCalls;
  onRepeated: (order: StandingOrder) => void;
  size?: "small";
}) {
  const t = useWords();
  const [calls, setCalls] = useState<OrderCalls | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const open = async () => {
    setIsLoading(true);
    setHasFailed(false);
    try {
      const [orderCalls] = await Promise.all([import("./order-calls"), RepeatDialog.preload()]);
      setCalls(loadCalls(orderCalls));
    } catch {
      setHasFailed(true);
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <>
      <Button
        busy={isLoading}
        icon={<Repeat2 aria-hidden="true" size={size === "small" ? 16 : 18} />}
        onClick={() => void open()}
        variant="secondary"
        {...(size && { size })}
      >
        {t("Repeat this trip")}
      </Button>
      <LazyPopup kind="error" onClose={() => setHasFailed(false)} open={hasFailed}>
        {t("The form could not be loaded. Please check your connection and try again.")}
      </LazyPopup>
      {calls && (
        <RepeatDialog
          calls={calls}
          onClose={() => setCalls(null)}
          onRepeated={onRepeated}
          trip={trip}
        />
      )}
    </>
  );
}
