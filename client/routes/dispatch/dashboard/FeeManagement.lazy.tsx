import { createLazyFileRoute, Outlet, useLoaderData, useLocation } from "@tanstack/react-router";
import { FeesLayout } from "../../../fees/fees-layout";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement")(
  officePage(FeeManagement),
);

function FeeManagement() {
  const data = Route.useLoaderData();
  const { profile } = useLoaderData({ from: "/dispatch/dashboard" });
  const { pathname } = useLocation();
  return (
    <FeesLayout admin={profile} data={data} pathname={pathname}>
      <Outlet />
    </FeesLayout>
  );
}
