import { useState } from "react";
import { ApiError } from "../../api-error";
import { Button } from "../../ui/button";
import { Countdown } from "../../ui/countdown";
import { Said, useWords } from "../../words/use-words";

/** The server sends one message to one contact per half minute. */
const pauseSeconds = 30;

/** When a code may be asked for again; null for at once. */
export function useResendWait() {
  const [until, setUntil] = useState<string | null>(null);
  const wait = (seconds: number) => setUntil(new Date(Date.now() + seconds * 1000).toISOString());
  return {
    until,
    over: () => setUntil(null),
    /** A code was sent just now. */
    sent: () => wait(pauseSeconds),
    /** A code was refused: where that was for the time, the answer says how long it is. */
    refused: (failure: unknown) => {
      if (failure instanceof ApiError && failure.status === 429)
        wait(failure.retryAfterSeconds ?? pauseSeconds);
    },
  };
}

/** The button that asks for another code, or how long that has to wait. */
export function ResendButton({
  wait,
  busy,
  onResend,
}: {
  wait: ReturnType<typeof useResendWait>;
  busy: boolean;
  onResend: () => void;
}) {
  const t = useWords();
  if (wait.until)
    return (
      <span className="inline-flex min-h-11 items-center gap-1 px-2 text-ink-muted text-sm">
        <Said text="New code in {time}" time={<Countdown onEnd={wait.over} until={wait.until} />} />
      </span>
    );
  return (
    <Button disabled={busy} onClick={onResend} variant="quiet">
      {t("Send a new code")}
    </Button>
  );
}
