import { Navigate, useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import type { SendCodeAnswer } from "../../../src/accounts/contract";
import { maskContact } from "../../../src/accounts/rules";
import type { Settings } from "../../../src/settings/contract";
import { ApiError } from "../../api-error";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { CodeField, codeComplete } from "../../ui/code-field";
import { useAuth } from "../client-auth";
import { profileComplete } from "../profile";
import "./navigation-state";
import { useNotice } from "./notice-popup";
import { ResendCode } from "./resend-code";

/** From the success message to the next screen: somebody known, and somebody new. */
const knownMs = 300;
const newcomerMs = 1000;

const failed = "OTP Verification failed. Please try again.";

/** Asks for the code that was sent. Without navigation state it leads back to the login screen. */
export function VerifyScreen({ settings }: { settings: Settings }) {
  const router = useRouter();
  const handed = useRouterState({ select: ({ location }) => location.state.verification });
  const [verification, setVerification] = useState(handed);
  const params = { brand: settings.brandSlug };

  // Taken into memory and cleared from the route: a reload, or the way back, begins anew.
  useEffect(() => {
    if (!handed) return;
    setVerification(handed);
    const { href } = router.state.location;
    router.history.replace(href, {});
  }, [handed, router]);

  if (!verification) return <Navigate params={params} replace to="/{$brand}Client" />;
  return <CodeForm onResent={setVerification} settings={settings} verification={verification} />;
}

function CodeForm({
  verification,
  settings,
  onResent,
}: {
  verification: SendCodeAnswer;
  settings: Settings;
  onResent: (verification: SendCodeAnswer) => void;
}) {
  const auth = useAuth();
  const navigate = useNavigate();
  const { usercontact, newuser, isEmail } = verification;
  const digits = settings.codeDigits === 6 ? 6 : 4;
  const [otp, setOtp] = useState("");
  const [attempts, setAttempts] = useState(0);
  const [verifying, setVerifying] = useState(false);
  const [success, setSuccess] = useState<{ text: string; next: "booking" | "profile" } | null>(
    null,
  );
  const { tell, popup } = useNotice();

  useEffect(() => {
    if (!success) return;
    const timer = setTimeout(
      () =>
        void (success.next === "booking"
          ? navigate({ to: "/booking" })
          : navigate({
              to: "/{$brand}Client/fillUserInfo",
              params: { brand: settings.brandSlug },
              state: { verification },
            })),
      success.next === "booking" ? knownMs : newcomerMs,
    );
    return () => clearTimeout(timer);
  }, [success, navigate, settings.brandSlug, verification]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (verifying || success || !codeComplete(otp, digits)) return;
    setVerifying(true);
    try {
      const code = newuser.code ? { code: newuser.code } : {};
      const user = await auth.verifyCode({ identifier: usercontact, otp, ...code });
      setSuccess(
        profileComplete(user)
          ? { text: "OTP verified successfully!", next: "booking" }
          : { text: "OTP verified. Please complete your profile.", next: "profile" },
      );
    } catch (failure) {
      const unheard = failure instanceof ApiError && failure.status !== 401;
      tell({
        kind: "error",
        text: unheard && failure.message !== failed ? `${failed} ${failure.message}` : failed,
        afterwards: () => {
          setOtp("");
          // Once the closing dialog has given the focus back, or it would take it away again.
          setTimeout(() => setAttempts((count) => count + 1));
        },
      });
    } finally {
      setVerifying(false);
    }
  };

  const masked = maskContact({ type: isEmail ? "email" : "phone", value: usercontact });
  return (
    <AuthLayout
      brand={settings.brand}
      demo={settings.demo}
      detail={
        <p>
          Enter the {digits}-digit code sent to{" "}
          <span className="font-medium text-ink">{masked}</span>, or tap the link if the message
          holds one.
        </p>
      }
      title={
        newuser.exist && newuser.username ? (
          <>Welcome back, {newuser.username}</>
        ) : (
          <>
            Hi there, <span className="wrap-anywhere">{usercontact}</span>
          </>
        )
      }
    >
      <form className="grid gap-6" noValidate onSubmit={submit}>
        <CodeField
          autoFocus
          digits={digits}
          disabled={success !== null}
          // A new set of boxes after a failure, so that the focus is in the first one.
          key={attempts}
          label={`${digits}-digit code`}
          onValue={setOtp}
          value={otp}
        />
        <Button
          busy={verifying}
          busyLabel="Verifying..."
          disabled={!codeComplete(otp, digits) || success !== null}
          size="large"
          type="submit"
          wide
        >
          Verify Code
        </Button>
      </form>
      <p className="mt-4 min-h-6 font-medium text-success-ink" role="status">
        {success?.text}
      </p>
      <ResendCode
        disabled={success !== null}
        onSent={onResent}
        params={{ brand: settings.brandSlug }}
        verification={verification}
      />
      {popup}
    </AuthLayout>
  );
}
