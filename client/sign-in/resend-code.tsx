import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { SendCodeAnswer } from "../../src/accounts/contract";
import { ApiError } from "../api-error";
import { buttonStyle } from "../ui/button-style";
import { Button } from "../ui/button";
import { Countdown } from "../ui/countdown";
import { RichSentence, useWords } from "../words/use-words";

/** The wait between two codes, in ms. The server sends one message per contact every half minute. */
const pauseMs = 30_000;

/** The actions if no code arrives: request another one after half a minute, or use another contact. */
export function ResendCode({
  verification,
  loginPath,
  disabled,
  sendCode,
  onSent,
}: {
  verification: SendCodeAnswer;
  /** The area's login screen. */
  loginPath: string;
  disabled: boolean;
  sendCode: (identifier: string, callingCode?: string) => Promise<SendCodeAnswer>;
  onSent: (verification: SendCodeAnswer) => void;
}) {
  const t = useWords();
  const [until, setUntil] = useState<string | null>(() => timeFromNow(pauseMs));
  const [isSending, setIsSending] = useState(false);
  const [result, setResult] = useState<{ text: string; failed: boolean } | null>(null);

  const send = async () => {
    setIsSending(true);
    setResult(null);
    try {
      const { usercontact, newuser } = verification;
      onSent(await sendCode(usercontact, newuser.code ?? undefined));
      setResult({
        text: t("A new message is on its way. The previous code no longer works."),
        failed: false,
      });
      setUntil(timeFromNow(pauseMs));
    } catch (failure) {
      const { message, retryAfterSeconds } =
        failure instanceof ApiError
          ? failure
          : { message: t("Failed to send OTP."), retryAfterSeconds: null };
      setResult({ text: message, failed: true });
      // A request that never arrived can be repeated at once.
      if (retryAfterSeconds !== null) setUntil(timeFromNow(retryAfterSeconds * 1000));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <div className="mt-4 text-ink-muted text-sm">
      <p className={result?.failed ? "mb-2 text-danger-ink" : "mb-2"} role="status">
        {result?.text}
      </p>
      <div className="flex flex-wrap items-center gap-x-2">
        {until ? (
          <span className="inline-flex min-h-11 items-center gap-1">
            <RichSentence
              text="New code in {time}"
              time={<Countdown onEnd={() => setUntil(null)} until={until} />}
            />
          </span>
        ) : (
          <Button
            busy={isSending}
            busyLabel={t("Sending...")}
            className="-ms-4"
            disabled={disabled}
            onClick={send}
            variant="quiet"
          >
            {t("Send a new code")}
          </Button>
        )}
        <Link className={buttonStyle("quiet")} to={loginPath}>
          {t("Use another contact")}
        </Link>
      </div>
    </div>
  );
}

function timeFromNow(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}
