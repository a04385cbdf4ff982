import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { endStaffSession } from "../../staff/end-staff-session";
import { PageFailure } from "../../office/page-failure";
import { PagePending } from "../../office/office-page";
import { lazy } from "../../lazy";
import { AuthLayout } from "../../ui/auth-layout";

export const Route = createLazyFileRoute("/dispatch/second-factor")({
  component: NeedsSecondFactor,
  errorComponent: PageFailure,
});

const SetUpSecondFactor = lazy(
  async () => (await import("../../staff/set-up-second-factor")).SetUpSecondFactor,
  { pending: PagePending },
);

function NeedsSecondFactor() {
  const { api, settings } = Route.useRouteContext();
  const { email } = Route.useLoaderData();
  const navigate = useNavigate();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const signOut = async () => {
    setIsSigningOut(true);
    await endStaffSession(api, navigate);
  };
  return (
    <AuthLayout
      aside={
        <button
          className="inline-flex min-h-11 items-center rounded-sm underline underline-offset-4 hover:text-ink disabled:opacity-45"
          disabled={isSigningOut}
          onClick={() => void signOut()}
          type="button"
        >
          Sign out
        </button>
      }
      brand={settings.brand}
      demo={settings.demo}
      detail="Everyone in dispatch signs in with a password and a code from their phone. Set up your second factor to continue."
      title="Set up your second factor"
    >
      <SetUpSecondFactor
        brand={settings.brand}
        doneLabel="Go to dispatch"
        email={email}
        onDone={() => void navigate({ to: "/dispatch/dashboard/reservation", replace: true })}
      />
    </AuthLayout>
  );
}
