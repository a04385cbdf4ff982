import { createLazyFileRoute, useLocation, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { failureText } from "../../office/calls";
import { PasswordField } from "../../staff/password-field";
import { useFormFocus } from "../../office/use-form-focus";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { Countdown } from "../../ui/countdown";
import { NoticeBanner } from "../../ui/notice-banner";
import { TextField } from "../../ui/text-field";

export const Route = createLazyFileRoute("/dispatch/")({ component: SignIn });

interface Faults {
  email?: string;
  password?: string;
  totp?: string;
  /** About no field in particular. */
  form?: string;
}

function SignIn() {
  const { api, settings } = Route.useRouteContext();
  const navigate = useNavigate();
  const notice = useLocation({ select: ({ state }) => state.notice });
  const form = useFormFocus();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  /** Null until the server asks for the second factor. */
  const [totp, setTotp] = useState<string | null>(null);
  const [recovering, setRecovering] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [waitUntil, setWaitUntil] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const refuse = (found: Faults, focus: string) => {
    setFaults(found);
    form.focus(focus);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === "") return refuse({ email: "This field is required." }, "email");
    if (password === "") return refuse({ password: "Password is required" }, "password");
    if (totp?.trim() === "") return refuse({ totp: "This field is required." }, "totp");
    setBusy(true);
    setFaults({});
    try {
      const code = totp?.replace(/\s/g, "");
      await read(api.admin.login.$post({ json: { email, password, ...(code && { totp: code }) } }));
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === "totp_required") {
        setTotp("");
        form.focus("totp");
      } else if (error instanceof ApiError && error.status === 429) {
        const seconds = error.retryAfterSeconds ?? 60;
        setWaitUntil(new Date(Date.now() + seconds * 1000).toISOString());
        setFaults({ form: failureText(error) });
      } else {
        setTotp((typed) => (typed === null ? null : ""));
        refuse({ form: failureText(error) }, totp === null ? "password" : "totp");
      }
      return;
    }
    await navigate({ to: "/dispatch/dashboard/reservation", replace: true });
  };

  return (
    <AuthLayout
      aside="A new colleague? The owner of this server can send you a link to choose a password."
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
      <form method="post" className="grid gap-5" noValidate onSubmit={submit} ref={form.ref}>
        <TextField
          autoCapitalize="none"
          autoComplete="username"
          autoCorrect="off"
          autoFocus
          error={faults.email}
          inputMode="email"
          label="Email"
          name="email"
          onChange={(event) => {
            setEmail(event.target.value);
            setFaults({});
          }}
          spellCheck={false}
          type="email"
          value={email}
        />
        <PasswordField
          autoComplete="current-password"
          error={faults.password}
          label="Password"
          name="password"
          onChange={(event) => {
            setPassword(event.target.value);
            setFaults({});
          }}
          value={password}
        />
        {totp !== null && (
          <div className="grid justify-items-start gap-1">
            <TextField
              autoCapitalize="none"
              autoComplete={recovering ? "off" : "one-time-code"}
              className="w-full"
              error={faults.totp}
              hint={
                recovering
                  ? "One of the ten that you kept when you set the second factor up. It counts once."
                  : "Enter the code of your authenticator app."
              }
              inputMode={recovering ? "text" : "numeric"}
              label={recovering ? "Recovery code" : "Code"}
              maxLength={16}
              name="totp"
              onChange={(event) => {
                setTotp(event.target.value);
                setFaults({});
              }}
              spellCheck={false}
              value={totp}
            />
            <button
              className="inline-flex min-h-11 items-center rounded-sm text-ink-muted text-sm underline underline-offset-4 hover:text-ink"
              onClick={() => {
                setRecovering(!recovering);
                setTotp("");
                setFaults({});
                form.focus("totp");
              }}
              type="button"
            >
              {recovering ? "Use the authenticator app" : "Phone lost? Use a recovery code"}
            </button>
          </div>
        )}
        <div role="alert">
          {faults.form && (
            <NoticeBanner tone="danger">
              {faults.form}
              {waitUntil && (
                <span className="block">
                  You can try again in{" "}
                  <Countdown onEnd={() => setWaitUntil(null)} until={waitUntil} />.
                </span>
              )}
            </NoticeBanner>
          )}
        </div>
        <Button
          busy={busy}
          busyLabel="Signing in..."
          disabled={waitUntil !== null}
          type="submit"
          wide
        >
          Sign in
        </Button>
      </form>
    </AuthLayout>
  );
}
