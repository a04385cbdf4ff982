import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ApplicationReceipt } from "../applications/application-uploads";
import { PlainForm } from "../applications/plain-form";
import { ApplicationReceived } from "../applications/application-received";
import { Wizard } from "../applications/wizard";
import { PublicShell } from "../site/public-shell";

export const Route = createLazyFileRoute("/driver-apply")({ component: DriverApply });

function DriverApply() {
  const { settings } = Route.useRouteContext();
  const { step = 0 } = Route.useSearch();
  const navigate = useNavigate();
  const [receipt, setReceipt] = useState<ApplicationReceipt | null>(null);
  const showReceipt = (sent: ApplicationReceipt) => {
    setReceipt(sent);
    // Clears the step, so that a reload starts a new application.
    void navigate({ to: "/driver-apply", search: {}, replace: true });
  };
  return (
    <PublicShell hidesBooking operator={settings}>
      <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6 md:py-12">
        {receipt ? (
          <ApplicationReceived answer={receipt} brand={settings.brand} />
        ) : (
          <>
            <Wizard brand={settings.brand} onSent={showReceipt} step={step} />
            <PlainForm />
          </>
        )}
      </div>
    </PublicShell>
  );
}
