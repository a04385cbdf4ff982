import { useState } from "react";
import { ApiError } from "../../api-error";
import { Button } from "../../ui/button";
import { Countdown } from "../../ui/countdown";
import { RichSentence, useWords } from "../../words/use-words";

/** The wait between two codes, in seconds. The server sends one message per contact every half minute. */
const pauseSeconds = 30;

/** Keeps the time until which no other code can be requested; null if one can be requested now. */
export function useResendWait() {
  const [until, setUntil] = useState<string | null>(null);
  const wait = (seconds: number) => setUntil(new Date(Date.now() + seconds * 1000).toISOString());
  return {
    until,
    clear: () => setUntil(null),
    /** Starts the wait after a code was sent. */
    startAfterSending: () => wait(pauseSeconds),
    /** Starts the wait after a 429, which says how long it is. */
    startAfterRefusal: (failure: unknown) => {
      if (failure instanceof ApiError && failure.status === 429)
        wait(failure.retryAfterSeconds ?? pauseSeconds);
    },
  };
}

/** The button that requests another code, or the remaining wait. */
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
        <RichSentence
          text="New code in {time}"
          time={<Countdown onEnd={wait.clear} until={wait.until} />}
        />
      </span>
    );
  return (
    <Button disabled={busy} onClick={onResend} variant="quiet">
      {t("Send a new code")}
    </Button>
  );
}
