import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { read } from "../../api";
import { Form, FormFailure, SubmitButton } from "../../forms/form";
import { useForm } from "../../forms/use-form";
import { failureText } from "../../office/calls";
import { InvalidLinkNotice } from "../../staff/invalid-link-notice";
import { PasswordField } from "../../staff/password-field";
import { AuthLayout } from "../../ui/auth-layout";
import { LastNameField } from "../../ui/last-name-field";
import { TextField } from "../../ui/text-field";

export const Route = createLazyFileRoute("/dispatch/setup")({ component: OwnerSetupPage });

function OwnerSetupPage() {
  const { api, settings } = Route.useRouteContext();
  const { token } = Route.useSearch();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { firstName: "", lastName: "", email: "", password: "", hasOneName: false },
    requiredFields: ["firstName", "email"],
    validate: ({ lastName, hasOneName, password }) => ({
      lastName: !hasOneName && !lastName.trim() && "This field is required.",
      password: !password.trim() && "Password is required",
    }),
    send: ({ hasOneName, ...typed }) =>
      read(
        api.admin.setup.$post({
          json: { token, ...typed, ...(hasOneName && { hasOneName, lastName: "" }) },
        }),
      ),
    failureTextOf: failureText,
    onSaved: () =>
      navigate({ to: "/dispatch/setup/$step", params: { step: "name" }, replace: true }),
  });
  const { field } = form;
  const isLinkUsed = form.code === "link.refused" || form.code === "admin.setup_done";
  const linkRefusedText = isLinkUsed ? form.failure : null;

  return (
    <AuthLayout
      brand={settings.brand}
      demo={settings.demo}
      detail="You’ll be the owner: you can do everything and invite your team."
      title={`Welcome to ${settings.brand}`}
    >
      {linkRefusedText !== null || token === "" ? (
        <InvalidLinkNotice>
          {linkRefusedText ??
            "This link is incomplete. Open the setup link from the server’s log again."}
        </InvalidLinkNotice>
      ) : (
        <Form className="grid gap-5" form={form}>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              autoComplete="given-name"
              autoFocus
              label="First name"
              {...field("firstName")}
            />
            <LastNameField
              autoComplete="family-name"
              hasOneName={form.typed.hasOneName}
              label="Last name"
              onHasOneName={(hasOneName) => form.set({ hasOneName })}
              checkboxLabel="I have one name"
              {...field("lastName")}
            />
          </div>
          <TextField
            autoCapitalize="none"
            autoComplete="username"
            inputMode="email"
            label="E-mail"
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
          <FormFailure className="" form={form} />
          <SubmitButton busyLabel="Setting up..." form={form} wide>
            Open dispatch
          </SubmitButton>
        </Form>
      )}
    </AuthLayout>
  );
}
