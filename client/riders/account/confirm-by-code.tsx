import { type FormEvent, useState } from "react";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { useActions } from "../../forms/use-actions";
import { Button } from "../../ui/button";
import { CodeField, isCodeComplete } from "../../ui/code-field";
import { FieldError } from "../../ui/field";
import { ResendButton, useResendWait } from "./resend-wait";
import { RichSentence, useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const fallbackText = phrase("That did not work. Please try again.");

/** Sends the rider a code and passes the entered code to `onCode`. Shows an error that `onCode` throws. */
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
  /** The contact that gets the code, mostly masked. */
  contact: string;
  /** The effect of entering the code, as a verb. */
  action: string;
  danger?: boolean;
  onCode: (otp: string) => Promise<void>;
}) {
  const t = useWords();
  const digits = settings.codeDigits === 6 ? 6 : 4;
  const [isSent, setSent] = useState(false);
  const [otp, setOtp] = useState("");
  const wait = useResendWait();
  const { act, acting, busy, failure, clear } = useActions({
    fallback: t.of(fallbackText),
    onFailed: (error) => {
      setOtp("");
      wait.startAfterRefusal(error);
    },
  });
  const send = () =>
    act(
      "send",
      () => read(api.users["confirmation-code"].$post()),
      () => {
        setSent(true);
        setOtp("");
        wait.startAfterSending();
      },
    );
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (isCodeComplete(otp, digits))
      await act(
        "confirm",
        () => onCode(otp),
        () => setOtp(""),
      );
  };

  if (!isSent)
    return (
      <div>
        <p>
          <RichSentence
            contact={<span className="wrap-anywhere font-medium text-ink">{contact}</span>}
            text="To make sure it’s you, we’ll send a code to {contact}."
          />
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            busy={acting === "send"}
            busyLabel={t("Sending...")}
            disabled={wait.until !== null}
            onClick={() => void send()}
          >
            {t("Send a code")}
          </Button>
          {wait.until && <ResendButton busy onResend={() => {}} wait={wait} />}
        </div>
        <FieldError id="confirm-send-error">{failure}</FieldError>
      </div>
    );
  return (
    <form method="post" className="grid gap-4" noValidate onSubmit={confirm}>
      <p>
        <RichSentence
          contact={<span className="wrap-anywhere font-medium text-ink">{contact}</span>}
          text="Enter the code we sent to {contact}."
        />
      </p>
      <CodeField
        autoFocus
        digits={digits}
        error={failure}
        label={t("{digits}-digit code", { digits })}
        onValue={(value) => {
          setOtp(value);
          clear();
        }}
        value={otp}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          busy={acting === "confirm"}
          disabled={busy || !isCodeComplete(otp, digits)}
          type="submit"
          variant={danger ? "danger" : "primary"}
        >
          {action}
        </Button>
        <ResendButton busy={busy} onResend={() => void send()} wait={wait} />
      </div>
    </form>
  );
}
