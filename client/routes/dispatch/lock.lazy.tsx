import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../api";
import { hasSessionEnded } from "../../api-error";
import { Form, SubmitButton } from "../../forms/form";
import { FieldFaults } from "../../forms/use-actions";
import { useForm } from "../../forms/use-form";
import { endStaffSession } from "../../staff/end-staff-session";
import { failureText } from "../../office/calls";
import { PasswordField, HiddenUsernameField } from "../../staff/password-field";
import { DemoBanner } from "../../ui/demo-banner";
import { Avatar } from "../../ui/avatar";
import { BrandMark } from "../../ui/brand";

export const Route = createLazyFileRoute("/dispatch/lock")({ component: LockScreen });

function LockScreen() {
  const { api, settings } = Route.useRouteContext();
  const { profile, failure } = Route.useLoaderData();
  const navigate = useNavigate();
  const [isSigningOut, setIsSigningOut] = useState(false);

  const signOut = async () => {
    setIsSigningOut(true);
    await endStaffSession(api, navigate);
  };

  return (
    <>
      {settings.demo && <DemoBanner />}
      <main className="grid min-h-dvh place-items-center p-4">
        <div className="w-full max-w-sm">
          <div className="rounded-xl border border-line bg-surface-raised p-6 text-center shadow-md sm:p-8">
            {profile ? (
              <>
                <div className="mb-4 flex justify-center">
                  <Avatar name={profile.names} size="large" />
                </div>
                <h1 className="text-lg">{profile.names}</h1>
                <p className="mt-1 mb-6 text-ink-muted text-sm">
                  This screen is locked. Your work is still here.
                </p>
                <UnlockForm email={profile.email} />
                <SignOut busy={isSigningOut} label="Not you? Sign out" onClick={signOut} />
              </>
            ) : (
              <>
                <h1 className="mb-2 text-lg">This screen is locked</h1>
                <p className="mb-4 text-danger-ink" role="alert">
                  Failed to fetch profile: {failure}
                </p>
                <SignOut busy={isSigningOut} label="Sign out and try again" onClick={signOut} />
              </>
            )}
          </div>
          <p className="mt-6 flex items-center justify-center gap-2 text-ink-muted text-sm">
            <BrandMark size={20} />
            {settings.brand}
          </p>
        </div>
      </main>
    </>
  );
}

/** The password field and its button. An ended session leads to the sign-in. */
function UnlockForm({ email }: { email: string }) {
  const { api } = Route.useRouteContext();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: "" },
    validate: ({ password }) => ({ password: !password.trim() && "Password is required" }),
    send: async (json) => {
      try {
        await read(api.admin.unlock.$post({ json }));
      } catch (error) {
        if (hasSessionEnded(error)) return navigate({ to: "/dispatch" });
        throw new FieldFaults({ password: failureText(error) || "Invalid password" });
      }
      return navigate({ to: "/dispatch/dashboard/reservation", replace: true });
    },
  });

  return (
    <Form className="grid gap-4 text-start" form={form}>
      <HiddenUsernameField email={email} />
      <PasswordField
        {...form.field("password")}
        autoComplete="current-password"
        autoFocus
        disabled={form.busy}
        label="Password"
      />
      <SubmitButton busyLabel="Unlocking..." form={form} wide>
        Unlock
      </SubmitButton>
    </Form>
  );
}

function SignOut({ label, busy, onClick }: { label: string; busy: boolean; onClick: () => void }) {
  return (
    <button
      className="mt-4 inline-flex min-h-11 items-center rounded-sm px-2 text-ink-muted text-sm underline underline-offset-4 hover:text-ink disabled:opacity-45"
      disabled={busy}
      onClick={onClick}
      type="button"
    >
      {label}
    </button>
  );
}
