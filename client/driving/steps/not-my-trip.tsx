import { ButtonLink } from "../../ui/button-link";
import { EmptyState } from "../../ui/empty-state";

/** Shown for a trip that is not, or no longer, the driver's. */
export function NotMyTrip() {
  return (
    <>
      <h1 className="sr-only">Trip</h1>
      <EmptyState
        action={<ButtonLink to="/driver/dashboard">Go to Home</ButtonLink>}
        title="This trip is not yours"
      >
        Dispatch may have assigned it to another driver. Your own trips are on Home.
      </EmptyState>
    </>
  );
}
