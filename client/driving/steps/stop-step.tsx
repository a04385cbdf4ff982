import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import type { StopAction } from "../../../src/reservations/waiting/stop-contract";
import { Button } from "../../ui/button";
import { ReasonList } from "../reason-list";
import type { TakeAction } from "./use-step-actions";
import { stopActionWords } from "../words";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const reasons = [
  phrase("The passenger does not want to stop"),
  phrase("The stop cannot be reached"),
];

/** The next stop: mark as arrived or left, or skip it with a reason. Key it by the stop. */
export default function StopStep({
  trip,
  act,
  isSending,
  isDisabledBriefly,
  onAction,
}: {
  trip: Reservation;
  /** The action of the main button. */
  act: StopAction;
  isSending: boolean;
  isDisabledBriefly: boolean;
  onAction: TakeAction;
}) {
  const t = useWords();
  const [isSkipping, setIsSkipping] = useState(false);
  const { stop, action } = act;
  const name = trip.stops[stop - 1]?.name ?? "";
  return (
    <div className="grid gap-2">
      <Button
        busy={isSending}
        className="!min-h-16"
        disabled={isDisabledBriefly}
        onClick={() => void onAction({ kind: "stop", stop, action })}
        size="large"
        wide
      >
        <span className="min-w-0">
          {`${stopActionWords(act, t)} `}
          {action === "arrived" && (
            <span className="block truncate font-normal text-sm">{name}</span>
          )}
        </span>
      </Button>
      {action === "arrived" &&
        (isSkipping ? (
          <>
            <ReasonList
              disabled={isDisabledBriefly}
              intro={t("Give a reason. Dispatch and the rider see it.")}
              onReason={(reason) =>
                void onAction({ kind: "stop", stop, action: "skipped", reason })
              }
              reasons={reasons}
              sendLabel={stopActionWords({ stop, action: "skipped" }, t)}
            />
            <Button onClick={() => setIsSkipping(false)} variant="quiet" wide>
              {t("Keep this stop")}
            </Button>
          </>
        ) : (
          <Button
            disabled={isDisabledBriefly}
            onClick={() => setIsSkipping(true)}
            variant="quiet"
            wide
          >
            {t("Skip this stop")}
          </Button>
        ))}
    </div>
  );
}
