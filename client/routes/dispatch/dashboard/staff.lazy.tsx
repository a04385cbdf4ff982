import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";
import { StaffScreen } from "../../../staff/staff-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/staff")({
  component: Staff,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Staff() {
  const { profile } = useLoaderData({ from: "/dispatch/dashboard" });
  const { first, secondFactorRequired } = Route.useLoaderData();
  return (
    <StaffScreen first={first} ownId={profile.id} secondFactorRequired={secondFactorRequired} />
  );
}
