import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { isForbidden } from "../api-error";
import { ButtonLink } from "../ui/button-link";
import { ErrorState } from "../ui/error-state";
import { PageHeader } from "../ui/page-header";
import { failureText } from "./calls";

/** In place of a dashboard page whose data did not come, or that is for other roles; the frame around it stays. */
export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  };
  if (isForbidden(error)) return <OtherRole />;
  return <ErrorState busy={busy} message={failureText(error)} onRetry={again} />;
}

/** Trying again would change nothing: the page is not for this role. */
function OtherRole() {
  return (
    <>
      <PageHeader
        dense
        detail="If you need this page for your work, ask an owner to change your role."
        title="Your role can’t open this page"
      />
      <ButtonLink size="small" to="/dispatch/dashboard/reservation" variant="secondary">
        Reservations
      </ButtonLink>
    </>
  );
}
