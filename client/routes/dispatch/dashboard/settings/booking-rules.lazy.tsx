import { createLazyFileRoute } from "@tanstack/react-router";
import { BookingRulesForm } from "../../../../settings/booking-rules-form";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { useMay } from "../../../../office/use-may";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/booking-rules")({
  component: Rules,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Rules() {
  const mayChange = useMay("booking.rule");
  return <BookingRulesForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
