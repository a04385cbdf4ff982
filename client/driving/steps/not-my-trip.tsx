import { ButtonLink } from "../../ui/button-link";
import { EmptyState } from "../../ui/empty-state";

/** Stands where a trip was that the driver no longer has, or never had. */
export function NotMyTrip() {
  return (
    <>
      <h1 className="sr-only">Trip</h1>
      <EmptyState
        action={<ButtonLink to="/driver/dashboard">Go to Home</ButtonLink>}
        title="This trip is not yours"
      >
        Dispatch may have taken it back or given it to another driver. Your own trips are on Home.
      </EmptyState>
    </>
  );
}
