import { createLazyFileRoute, Outlet } from "@tanstack/react-router";
import { ShiftProvider } from "../../driving/sharing";
import { DriverArea } from "../../driving/driver-area";

export const Route = createLazyFileRoute("/driver/dashboard")({ component: Dashboard });

function Dashboard() {
  const { driver, notices, offers, shift } = Route.useLoaderData();
  return (
    <DriverArea driver={driver} notices={notices} offers={offers}>
      <ShiftProvider driverId={driver.id} loaded={shift}>
        <Outlet />
      </ShiftProvider>
    </DriverArea>
  );
}
