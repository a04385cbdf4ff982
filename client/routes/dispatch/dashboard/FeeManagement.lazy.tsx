import { createLazyFileRoute, Outlet, useLoaderData, useLocation } from "@tanstack/react-router";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";
import { FeesFrame } from "../../../fees/fees-frame";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement")({
  component: FeeManagement,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function FeeManagement() {
  const data = Route.useLoaderData();
  const { profile } = useLoaderData({ from: "/dispatch/dashboard" });
  const { pathname } = useLocation();
  return (
    <FeesFrame admin={profile} data={data} pathname={pathname}>
      <Outlet />
    </FeesFrame>
  );
}
