import { useRouter } from "@tanstack/react-router";
import { Phone } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import type { Boarding } from "../../../src/reservations/waiting/boarding-contract";
import type { Reservation } from "../../../src/reservations/contract";
import { Button } from "../../ui/button";
import { buttonStyle } from "../../ui/button-style";
import { CodeField, isCodeComplete } from "../../ui/code-field";
import { formatMoment } from "../../ui/moment";
import { ReasonList } from "../reason-list";
import type { TakeAction, TakeStep } from "./use-step-actions";
import { stepWords } from "../words";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

interface BoardingStepProps {
  trip: Reservation;
  boarding: Boarding;
  /** The reason why the last code was refused. */
  refusal: string | null;
  isSending: boolean;
  isDisabledBriefly: boolean;
  onStep: TakeStep;
  onAction: TakeAction;
}

const reasons = [
  phrase("The passenger has no phone"),
  phrase("The passenger cannot find the code"),
];

/** Checks who boards, by the passenger's four-digit code or by a reason why there is no code. */
export default function BoardingStep({
  trip,
  boarding,
  refusal,
  isSending,
  isDisabledBriefly,
  onStep,
  onAction,
}: BoardingStepProps) {
  const t = useWords();
  const [code, setCode] = useState("");
  const [boardsWithoutCode, setBoardsWithoutCode] = useState(false);
  const isLocked = boarding.triesLeft === 0;
  const isCodeRequired = boarding.requirement === "must";
  const isComplete = isCodeComplete(code);
  // Clear the boxes for the next code.
  useEffect(() => {
    if (refusal !== null) setCode("");
  }, [refusal]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onStep("passenger_on_board", isComplete ? { boarding: { code } } : undefined);
  };
  return (
    <div className="grid gap-3">
      {!isLocked && (
        <form method="post" className="grid gap-3" onSubmit={submit}>
          <div className="grid justify-items-center gap-2">
            <p className="text-center text-ink-muted text-sm">
              {isCodeRequired
                ? t("Ask your passenger for the four-digit trip code.")
                : t("If your passenger gives you a code, enter it here.")}
            </p>
            <CodeField
              disabled={isDisabledBriefly}
              error={refusal}
              label={t("Trip code")}
              onValue={setCode}
              value={code}
            />
          </div>
          <Button
            busy={isSending}
            className="!min-h-16"
            disabled={
              isDisabledBriefly || (isCodeRequired ? !isComplete : code !== "" && !isComplete)
            }
            size="large"
            type="submit"
            wide
          >
            {t.of(stepWords.passenger_on_board)}
          </Button>
        </form>
      )}
      {isLocked && (
        <p className="rounded-md bg-warning-surface px-3 py-2 text-warning-ink" role="status">
          {t("You entered three wrong codes. Dispatch has to confirm your passenger.")}
        </p>
      )}
      {isCodeRequired &&
        (boardsWithoutCode || isLocked ? (
          <BoardingWithoutCode
            boarding={boarding}
            onAction={onAction}
            onStep={onStep}
            isDisabledBriefly={isDisabledBriefly}
            trip={trip}
          />
        ) : (
          <Button onClick={() => setBoardsWithoutCode(true)} variant="quiet" wide>
            {t("The passenger has no code")}
          </Button>
        ))}
    </div>
  );
}

/** Lets a passenger board without a code, for a reason or after asking dispatch. */
function BoardingWithoutCode({
  trip,
  boarding,
  isDisabledBriefly,
  onStep,
  onAction,
}: Pick<BoardingStepProps, "trip" | "boarding" | "isDisabledBriefly" | "onStep" | "onAction">) {
  const t = useWords();
  const { settings } = useRouter().options.context;
  const sendReason = (reason: string) =>
    boarding.isReasonEnough
      ? onStep("passenger_on_board", { boarding: { reason } })
      : onAction({ kind: "ask", reason });

  if (boarding.request)
    return (
      <div className="grid gap-2 rounded-md bg-surface-sunken p-3">
        <p role="status">
          {t(
            "You asked dispatch at {time}. You can continue as soon as dispatch confirms your passenger.",
            { time: formatMoment(boarding.request.at, trip.timeZone, "time", t) },
          )}
        </p>
        {settings.phone && (
          <a className={buttonStyle("secondary", "medium", true)} href={`tel:${settings.phone}`}>
            <Phone aria-hidden="true" size={18} />
            {t("Call dispatch")}
          </a>
        )}
      </div>
    );
  return (
    <ReasonList
      disabled={isDisabledBriefly}
      intro={
        boarding.isReasonEnough
          ? t("Give a reason. It appears in the trip’s timeline.")
          : t("Give a reason. Dispatch will then confirm your passenger.")
      }
      onReason={(reason) => void sendReason(reason)}
      reasons={reasons}
      sendLabel={boarding.isReasonEnough ? t.of(stepWords.passenger_on_board) : t("Ask dispatch")}
    />
  );
}
