import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { failureText } from "../../office/calls";
import { LinkMissing } from "../../staff/link-missing";
import { PasswordField } from "../../staff/password-field";
import { useFormFocus } from "../../office/use-form-focus";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { NoticeBanner } from "../../ui/notice-banner";

export const Route = createLazyFileRoute("/dispatch/password")({ component: ChoosePassword });

function ChoosePassword() {
  const { api, settings } = Route.useRouteContext();
  const { token } = Route.useSearch();
  const navigate = useNavigate();
  const form = useFormFocus();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [spent, setSpent] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const refuse = (message: string) => {
    setError(message);
    form.focus("password");
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (password.trim() === "") return refuse("Password is required");
    setBusy(true);
    let notice: string;
    try {
      ({ message: notice } = await read(api.admin.password.$post({ json: { token, password } })));
    } catch (failed) {
      setBusy(false);
      if (failed instanceof ApiError) {
        if (failed.code === "link.refused") return setSpent(failureText(failed));
        if (failed.fields.password) return refuse(failed.fields.password);
      }
      return setFailure(failureText(failed));
    }
    await navigate({ to: "/dispatch", replace: true, state: { signedOut: true, notice } });
  };

  return (
    <AuthLayout
      brand={settings.brand}
      detail="You sign in to dispatch with your email address and this password."
      title="Choose a password"
    >
      {spent !== null || token === "" ? (
        <LinkMissing>
          {spent ?? "This address is not whole. Open the link that you were given again."}
        </LinkMissing>
      ) : (
        <form method="post" className="grid gap-5" noValidate onSubmit={submit} ref={form.ref}>
          <PasswordField
            autoComplete="new-password"
            autoFocus
            error={error}
            hint="At least 8 characters."
            label="New password"
            name="password"
            onChange={(event) => {
              setPassword(event.target.value);
              setError(null);
            }}
            value={password}
          />
          <div role="alert">{failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}</div>
          <Button busy={busy} busyLabel="Saving..." type="submit" wide>
            Save password
          </Button>
        </form>
      )}
    </AuthLayout>
  );
}
