import { type FormEvent, useState } from "react";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { wordsOf } from "../../api-error";
import { Button } from "../../ui/button";
import { CodeField, codeComplete } from "../../ui/code-field";
import { FieldError } from "../../ui/field";
import { ResendButton, useResendWait } from "./resend-wait";
import { Said, useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const failed = phrase("That did not work. Please try again.");

/** Sends the rider a code, and hands on the one they enter; what `onCode` throws is said here. */
export function ConfirmByCode({
  api,
  settings,
  contact,
  action,
  danger,
  onCode,
}: {
  api: Api;
  settings: Settings;
  /** Where the code goes, with most of it hidden. */
  contact: string;
  /** What entering the code does, as a verb. */
  action: string;
  danger?: boolean;
  onCode: (otp: string) => Promise<void>;
}) {
  const t = useWords();
  const digits = settings.codeDigits === 6 ? 6 : 4;
  const [isSent, setSent] = useState(false);
  const [otp, setOtp] = useState("");
  const [busy, setBusy] = useState<"sending" | "acting" | null>(null);
  const [error, setError] = useState<string | null>(null);
  const wait = useResendWait();

  const send = async () => {
    setBusy("sending");
    setError(null);
    try {
      await read(api.users["confirmation-code"].$post());
      setSent(true);
      setOtp("");
      wait.sent();
    } catch (failure) {
      wait.refused(failure);
      setError(wordsOf(failure, t.of(failed)));
    } finally {
      setBusy(null);
    }
  };
  const act = async (event: FormEvent) => {
    event.preventDefault();
    if (!codeComplete(otp, digits)) return;
    setBusy("acting");
    setError(null);
    try {
      await onCode(otp);
    } catch (failure) {
      setError(wordsOf(failure, t.of(failed)));
    } finally {
      setOtp("");
      setBusy(null);
    }
  };

  if (!isSent)
    return (
      <div>
        <p>
          <Said
            contact={<span className="wrap-anywhere font-medium text-ink">{contact}</span>}
            text="To be sure that it is you, we send a code to {contact}."
          />
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            busy={busy === "sending"}
            busyLabel={t("Sending...")}
            disabled={wait.until !== null}
            onClick={() => void send()}
          >
            {t("Send a code")}
          </Button>
          {wait.until && <ResendButton busy onResend={() => {}} wait={wait} />}
        </div>
        <FieldError id="confirm-send-error">{error}</FieldError>
      </div>
    );
  return (
    <form method="post" className="grid gap-4" noValidate onSubmit={act}>
      <p>
        <Said
          contact={<span className="wrap-anywhere font-medium text-ink">{contact}</span>}
          text="Enter the code we sent to {contact}."
        />
      </p>
      <CodeField
        autoFocus
        digits={digits}
        error={error}
        label={t("{digits}-digit code", { digits })}
        onValue={(value) => {
          setOtp(value);
          setError(null);
        }}
        value={otp}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy === "acting"}
          disabled={busy !== null || !codeComplete(otp, digits)}
          type="submit"
          variant={danger ? "danger" : "primary"}
        >
          {action}
        </Button>
        <ResendButton busy={busy !== null} onResend={() => void send()} wait={wait} />
      </div>
    </form>
  );
}
