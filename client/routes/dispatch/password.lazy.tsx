import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { read } from "../../api";
import { Form, FormFailure, SubmitButton } from "../../forms/form";
import { useForm } from "../../forms/use-form";
import { failureText } from "../../office/calls";
import { InvalidLinkNotice } from "../../staff/invalid-link-notice";
import { PasswordField } from "../../staff/password-field";
import { AuthLayout } from "../../ui/auth-layout";

export const Route = createLazyFileRoute("/dispatch/password")({ component: ChoosePassword });

function ChoosePassword() {
  const { api, settings } = Route.useRouteContext();
  const { token } = Route.useSearch();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: "" },
    validate: ({ password }) => ({ password: !password.trim() && "Password is required" }),
    send: (typed) => read(api.admin.password.$post({ json: { token, ...typed } })),
    failureTextOf: failureText,
    onSaved: ({ message: notice }) =>
      navigate({ to: "/dispatch", replace: true, state: { signedOut: true, notice } }),
  });
  const linkRefusedText = form.code === "link.refused" ? form.failure : null;

  return (
    <AuthLayout
      brand={settings.brand}
      demo={settings.demo}
      detail="You sign in to dispatch with your e-mail address and this password."
      title="Choose a password"
    >
      {linkRefusedText !== null || token === "" ? (
        <InvalidLinkNotice>
          {linkRefusedText ?? "This link is incomplete. Open it again from your e-mail."}
        </InvalidLinkNotice>
      ) : (
        <Form className="grid gap-5" form={form}>
          <PasswordField
            {...form.field("password")}
            autoComplete="new-password"
            autoFocus
            hint="At least 8 characters."
            label="New password"
          />
          <FormFailure className="" form={form} />
          <SubmitButton busyLabel="Saving..." form={form} wide>
            Save password
          </SubmitButton>
        </Form>
      )}
    </AuthLayout>
  );
}
