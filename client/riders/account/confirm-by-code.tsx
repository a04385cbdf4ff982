import { type FormEvent, useState } from "react";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { Button } from "../../ui/button";
import { CodeField, codeComplete } from "../../ui/code-field";
import { FieldError } from "../../ui/field";
import { wordsOf } from "../client-auth";
import { ResendButton, useResendWait } from "./resend-wait";

const failed = "That did not work. Please try again.";

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
      setError(wordsOf(failure, failed));
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
      setError(wordsOf(failure, failed));
    } finally {
      setOtp("");
      setBusy(null);
    }
  };

  if (!isSent)
    return (
      <div>
        <p>
          To be sure that it is you, we send a code to{" "}
          <span className="wrap-anywhere font-medium text-ink">{contact}</span>.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            busy={busy === "sending"}
            busyLabel="Sending..."
            disabled={wait.until !== null}
            onClick={() => void send()}
          >
            Send a code
          </Button>
          {wait.until && <ResendButton busy onResend={() => {}} wait={wait} />}
        </div>
        <FieldError id="confirm-send-error">{error}</FieldError>
      </div>
    );
  return (
    <form className="grid gap-4" noValidate onSubmit={act}>
      <p>
        Enter the code we sent to{" "}
        <span className="wrap-anywhere font-medium text-ink">{contact}</span>.
      </p>
      <CodeField
        autoFocus
        digits={digits}
        error={error}
        label={`${digits}-digit code`}
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
