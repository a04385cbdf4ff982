import { createLazyFileRoute, Outlet } from "@tanstack/react-router";
import { DriverArea } from "../../driving/driver-area";

export const Route = createLazyFileRoute("/driver/dashboard")({ component: Dashboard });

function Dashboard() {
  const { driver, notices, offers } = Route.useLoaderData();
  return (
    <DriverArea driver={driver} notices={notices} offers={offers}>
      <Outlet />
    </DriverArea>
  );
}
