import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { StaffScreen } from "../../../staff/staff-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/staff")(officePage(Staff));

function Staff() {
  const { profile } = useLoaderData({ from: "/dispatch/dashboard" });
  const { first, secondFactorRequired } = Route.useLoaderData();
  return (
    <StaffScreen first={first} myId={profile.id} secondFactorRequired={secondFactorRequired} />
  );
}
