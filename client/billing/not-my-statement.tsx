import { ButtonLink } from "../ui/button-link";
import { EmptyState } from "../ui/empty-state";

/** Shown for a statement that does not exist or is not the driver's. */
export function NotMyStatement() {
  return (
    <>
      <h1 className="sr-only">Statement</h1>
      <EmptyState
        action={<ButtonLink to="/driver/dashboard/billing">Go to Driver Billing</ButtonLink>}
        title="This is not your statement"
      >
        Your own statements are under Driver Billing.
      </EmptyState>
    </>
  );
}
