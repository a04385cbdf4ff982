import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { isForbidden } from "../api-error";
import { ButtonLink } from "../ui/button-link";
import { ErrorState } from "../ui/error-state";
import { PageHeader } from "../ui/page-header";
import { failureText } from "./calls";

/**
 * Shown inside the dashboard frame when a page's data did not load, or the page is for other roles.
 */
export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  };
  if (isForbidden(error)) return <ForbiddenPage />;
  return <ErrorState busy={busy} message={failureText(error)} onRetry={retry} />;
}

/** Shown without a retry button, because this role may not see the page. */
function ForbiddenPage() {
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
