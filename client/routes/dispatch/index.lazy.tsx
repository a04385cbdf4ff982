import { createLazyFileRoute, useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { Form, FormFailure, SubmitButton } from "../../forms/form";
import { useForm } from "../../forms/use-form";
import { failureText } from "../../office/calls";
import { PasswordField } from "../../staff/password-field";
import { AuthLayout } from "../../ui/auth-layout";
import { Countdown } from "../../ui/countdown";
import { NoticeBanner } from "../../ui/notice-banner";
import { TextField } from "../../ui/text-field";

export const Route = createLazyFileRoute("/dispatch/")({ component: SignIn });

const needsTotp = (error: unknown) => error instanceof ApiError && error.code === "totp_required";

function SignIn() {
  const { api, settings } = Route.useRouteContext();
  const navigate = useNavigate();
  const { notice, isLogoutUnconfirmed } = useLocation({ select: ({ state }) => state });
  /** The typed second factor; null until the server asks for it. */
  const [totp, setTotp] = useState<string | null>(null);
  const [isRecovering, setIsRecovering] = useState(false);
  const [waitUntil, setWaitUntil] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: "", password: "" },
    requiredFields: ["email"],
    validate: ({ password }) => ({
      password: !password && "Password is required",
      totp: totp?.trim() === "" && "This field is required.",
    }),
    send: (typed) => {
      const code = totp?.replace(/\s/g, "");
      return read(api.admin.login.$post({ json: { ...typed, ...(code && { totp: code }) } }));
    },
    failureTextOf: (error) => (needsTotp(error) ? null : failureText(error)),
    onFailed: (error) => {
      if (needsTotp(error)) return setTotp("");
      if (error instanceof ApiError && error.status === 429) {
        const seconds = error.retryAfterSeconds ?? 60;
        return setWaitUntil(new Date(Date.now() + seconds * 1000).toISOString());
      }
      const control = form.ref.current?.elements.namedItem(totp === null ? "password" : "totp");
      if (control instanceof HTMLElement) control.focus();
      if (totp !== null) setTotp("");
    },
    onSaved: () => navigate({ to: "/dispatch/dashboard/reservation", replace: true }),
  });

  return (
    <AuthLayout
      aside="New here? An owner can send you a link to choose a password."
      brand={settings.brand}
      demo={settings.demo}
      detail="For dispatchers, accountants and owners."
      title="Sign in to dispatch"
    >
      {notice && (
        <div className="mb-6">
          <NoticeBanner tone="success">{notice}</NoticeBanner>
        </div>
      )}
      {isLogoutUnconfirmed && (
        <div className="mb-6">
          <NoticeBanner tone="warning">
            You may still be signed in on this computer, because the server did not answer. Reload
            this page, and sign out again if it opens the dashboard.
          </NoticeBanner>
        </div>
      )}
      <Form className="grid gap-5" form={form}>
        <TextField
          {...form.field("email")}
          autoCapitalize="none"
          autoComplete="username"
          autoCorrect="off"
          autoFocus
          inputMode="email"
          label="E-mail"
          spellCheck={false}
          type="email"
        />
        <PasswordField
          {...form.field("password")}
          autoComplete="current-password"
          label="Password"
        />
        {totp !== null && (
          <div className="grid justify-items-start gap-1">
            <TextField
              autoCapitalize="none"
              autoComplete={isRecovering ? "off" : "one-time-code"}
              autoFocus
              className="w-full"
              error={form.fault("totp")}
              hint={
                isRecovering
                  ? "One of the ten codes you saved when you set up the second factor. Each code works once."
                  : "Enter the code from your authenticator app."
              }
              key={String(isRecovering)}
              inputMode={isRecovering ? "text" : "numeric"}
              label={isRecovering ? "Recovery code" : "Code"}
              maxLength={16}
              name="totp"
              onChange={(event) => {
                setTotp(event.target.value);
                form.clear();
              }}
              spellCheck={false}
              value={totp}
            />
            <button
              className="inline-flex min-h-11 items-center rounded-sm text-ink-muted text-sm underline underline-offset-4 hover:text-ink"
              onClick={() => {
                setIsRecovering(!isRecovering);
                setTotp("");
                form.clear();
              }}
              type="button"
            >
              {isRecovering ? "Use authenticator app" : "Lost your phone? Use a recovery code"}
            </button>
          </div>
        )}
        <FormFailure className="" form={form}>
          {waitUntil && (
            <span className="block">
              You can try again in <Countdown onEnd={() => setWaitUntil(null)} until={waitUntil} />.
            </span>
          )}
        </FormFailure>
        <SubmitButton
          busyLabel="Signing in..."
          disabled={form.busy || waitUntil !== null}
          form={form}
          wide
        >
          Sign in
        </SubmitButton>
      </Form>
    </AuthLayout>
  );
}
