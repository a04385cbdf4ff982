import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { BookingRulesForm } from "../../../dispatch/booking-rules-form";
import { PageFailure } from "../../../dispatch/page-failure";
import { PagePending } from "../../../dispatch/page-pending";

export const Route = createLazyFileRoute("/dispatch/dashboard/booking-rules")({
  component: Rules,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Rules() {
  const { api } = Route.useRouteContext();
  const { profile } = useLoaderData({ from: "/dispatch/dashboard" });
  return (
    <BookingRulesForm
      api={api}
      first={Route.useLoaderData()}
      mayChange={profile.role !== "accountant"}
    />
  );
}
