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
import { LastNameField } from "../../ui/last-name-field";
import { TextField } from "../../ui/text-field";

export const Route = createLazyFileRoute("/dispatch/setup")({ component: SetUp });

const empty = { firstName: "", lastName: "", email: "", password: "" };
const missing = {
  firstName: "This field is required.",
  lastName: "This field is required.",
  email: "This field is required.",
  password: "Password is required",
};
type FieldName = keyof typeof empty;
const names: readonly FieldName[] = ["firstName", "lastName", "email", "password"];

function SetUp() {
  const { api, settings } = Route.useRouteContext();
  const { token } = Route.useSearch();
  const navigate = useNavigate();
  const form = useFormFocus();
  const [typed, setTyped] = useState(empty);
  const [hasOneName, setHasOneName] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [spent, setSpent] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const field = (name: FieldName) => ({
    name,
    value: typed[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value });
      setFaults(({ [name]: _fixed, ...rest }) => rest);
    },
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = Object.fromEntries(
      names
        .filter((name) => typed[name].trim() === "" && !(hasOneName && name === "lastName"))
        .map((name) => [name, missing[name]]),
    );
    setFaults(wrong);
    setFailure(null);
    const first = names.find((name) => name in wrong);
    if (first) return form.focus(first);
    setBusy(true);
    try {
      await read(
        api.admin.setup.$post({
          json: { token, ...typed, ...(hasOneName && { hasOneName, lastName: "" }) },
        }),
      );
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) {
        if (error.code === "link.refused" || error.code === "admin.setup_done")
          return setSpent(failureText(error));
        const field = names.find((name) => error.fields[name]);
        if (field) {
          setFaults(error.fields);
          return form.focus(field);
        }
      }
      return setFailure(failureText(error));
    }
    await navigate({ to: "/dispatch/dashboard/reservation", replace: true });
  };

  return (
    <AuthLayout
      brand={settings.brand}
      detail="You become the owner: the one who may do everything and invites the others."
      title={`Welcome to ${settings.brand}`}
    >
      {spent !== null || token === "" ? (
        <LinkMissing>
          {spent ?? "This address is not whole. Open the setup link from the server’s log again."}
        </LinkMissing>
      ) : (
        <form method="post" className="grid gap-5" noValidate onSubmit={submit} ref={form.ref}>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              autoComplete="given-name"
              autoFocus
              label="First name"
              {...field("firstName")}
            />
            <LastNameField
              autoComplete="family-name"
              hasOneName={hasOneName}
              label="Last name"
              onHasOneName={setHasOneName}
              tick="I have one name"
              {...field("lastName")}
            />
          </div>
          <TextField
            autoCapitalize="none"
            autoComplete="username"
            inputMode="email"
            label="Email"
            spellCheck={false}
            type="email"
            {...field("email")}
          />
          <PasswordField
            autoComplete="new-password"
            hint="At least 8 characters."
            label="Password"
            {...field("password")}
          />
          <div role="alert">{failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}</div>
          <Button busy={busy} busyLabel="Setting up..." type="submit" wide>
            Open dispatch
          </Button>
        </form>
      )}
    </AuthLayout>
  );
}
