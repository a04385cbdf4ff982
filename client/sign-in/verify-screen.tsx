import { Navigate, useRouter, useRouterState } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { SendCodeAnswer, VerifyCode } from "../../src/accounts/contract";
import { maskContact } from "../../src/accounts/rules";
import type { Settings } from "../../src/settings/contract";
import { ApiError } from "../api-error";
import { AuthLayout } from "../ui/auth-layout";
import { Button } from "../ui/button";
import { Landscape } from "../ui/landscape";
import { CodeField, isCodeComplete } from "../ui/code-field";
import "./navigation-state";
import { useNoticePopup } from "./notice-popup";
import { ResendCode } from "./resend-code";
import { RichSentence, useWords } from "../words/use-words";
import type { Say } from "../words/words";

/** Returns why a code that may be right was not checked. */
function unreachableText(failure: unknown, t: Say): string | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  if (failure.code === "network") {
    return t("No answer: you seem to be offline. Your code is still here.");
  }
  return failure.code === "code.refused" ? undefined : failure.message;
}

/** The message and the next screen after a correct code. */
interface VerifiedOutcome {
  text: string;
  /** How long the message is shown before the next screen, in ms. */
  redirectDelayMs: number;
  go: () => void;
}

interface VerifyScreenProps {
  settings: Settings;
  /** Shown at the bottom of the window. */
  footer?: ReactNode;
  /** The area's login screen. */
  loginPath: string;
  /** Signs in. Throws `ApiError` if the code is refused. */
  verify: (attempt: VerifyCode, verification: SendCodeAnswer) => Promise<VerifiedOutcome>;
  sendCode: (identifier: string, callingCode?: string) => Promise<SendCodeAnswer>;
  /** Returns the area's text for a failure, if it differs from the rider's. */
  wordsOf?: (failure: unknown) => string;
}

/** Asks for the code that was sent. Without navigation state it opens the login screen. */
export function VerifyScreen(props: VerifyScreenProps) {
  const router = useRouter();
  const [ownPath] = useState(router.state.location.pathname);
  // The selector ignores other paths, because this screen is still visible when its state passes to the next.
  const signInState = useRouterState({
    select: ({ location: { pathname, state } }) =>
      pathname === ownPath ? state.verification : undefined,
  });
  const [verification, setVerification] = useState(signInState);

  // Keeps the state in memory and clears it from the route, so that a reload or going back starts again.
  useEffect(() => {
    if (!signInState) return;
    setVerification(signInState);
    const { href } = router.state.location;
    router.history.replace(href, {});
  }, [signInState, router]);

  if (!verification) return <Navigate replace to={props.loginPath} />;
  return <CodeForm {...props} onResent={setVerification} verification={verification} />;
}

function CodeForm({
  settings,
  footer,
  loginPath,
  verify,
  sendCode,
  wordsOf,
  verification,
  onResent,
}: VerifyScreenProps & {
  verification: SendCodeAnswer;
  onResent: (verification: SendCodeAnswer) => void;
}) {
  const t = useWords();
  const { usercontact, newuser, isEmail } = verification;
  const digits = settings.codeDigits === 6 ? 6 : 4;
  const [otp, setOtp] = useState("");
  const [codeFieldKey, setCodeFieldKey] = useState(0);
  const [isVerifying, setIsVerifying] = useState(false);
  const [verifiedOutcome, setVerifiedOutcome] = useState<VerifiedOutcome | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { showNotice, popup } = useNoticePopup();

  useEffect(() => {
    if (!verifiedOutcome) return;
    const timer = setTimeout(verifiedOutcome.go, verifiedOutcome.redirectDelayMs);
    return () => clearTimeout(timer);
  }, [verifiedOutcome]);

  const isComplete = isCodeComplete(otp, digits);
  const verifyEnteredCode = async () => {
    if (isVerifying || verifiedOutcome || !isComplete) return;
    setIsVerifying(true);
    try {
      const code = newuser.code ? { code: newuser.code } : {};
      setVerifiedOutcome(await verify({ identifier: usercontact, otp, ...code }, verification));
    } catch (failure) {
      const isRefused = failure instanceof ApiError && failure.status === 401;
      const text = wordsOf?.(failure) ?? t("OTP Verification failed. Please try again.");
      const reason = unreachableText(failure, t);
      showNotice({
        kind: "error",
        text,
        detail: isRefused || reason === text ? undefined : reason,
        onClosed: () => {
          // A code that was never checked is still valid, so only a refused one is cleared.
          if (isRefused) setOtp("");
          // Waits until the closing dialog has returned the focus, which would otherwise leave the boxes again.
          setTimeout(() => setCodeFieldKey((count) => count + 1));
        },
      });
    } finally {
      setIsVerifying(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void verifyEnteredCode();
  };

  // The last digit verifies the code; the button is for another try where no answer came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code that is typed
  useEffect(() => {
    if (!isComplete) return;
    // On a phone, the keyboard has no Enter key for digits and covers the button. Focusing the button closes it.
    if (matchMedia("(pointer: coarse)").matches) button.current?.focus();
    void verifyEnteredCode();
  }, [isComplete, otp]);

  const maskedContact = maskContact({ type: isEmail ? "email" : "phone", value: usercontact });
  return (
    <AuthLayout
      art={<Landscape />}
      brand={settings.brand}
      demo={settings.demo}
      detail={
        <p>
          <RichSentence
            contact={<bdi className="font-medium text-ink">{maskedContact}</bdi>}
            digits={digits}
            text="Enter the {digits}-digit code sent to {contact}, or tap the link if the message has one."
          />
        </p>
      }
      title={
        newuser.exist && newuser.username ? (
          t("Welcome back, {name}", { name: newuser.username })
        ) : (
          <RichSentence
            contact={<bdi className="wrap-anywhere text-lg max-sm:block">{usercontact}</bdi>}
            text="Hi there, {contact}"
          />
        )
      }
      tools={footer}
    >
      <form method="post" className="grid gap-6" noValidate onSubmit={submit}>
        <CodeField
          autoFocus
          digits={digits}
          disabled={verifiedOutcome !== null}
          // A new key empties the boxes after a failure and focuses the first.
          key={codeFieldKey}
          label={t("{digits}-digit code", { digits })}
          onValue={setOtp}
          value={otp}
        />
        <Button
          busy={isVerifying}
          busyLabel={t("Verifying...")}
          disabled={!isComplete || verifiedOutcome !== null}
          ref={button}
          size="large"
          type="submit"
          wide
        >
          {t("Verify Code")}
        </Button>
      </form>
      <p className="mt-4 min-h-6 font-medium text-success-ink" role="status">
        {verifiedOutcome?.text}
      </p>
      <ResendCode
        disabled={verifiedOutcome !== null}
        loginPath={loginPath}
        onSent={(next) => {
          // The new code replaces the typed digits.
          setOtp("");
          setCodeFieldKey((count) => count + 1);
          onResent(next);
        }}
        sendCode={sendCode}
        verification={verification}
      />
      {popup}
    </AuthLayout>
  );
}
