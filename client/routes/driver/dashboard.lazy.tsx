import { createLazyFileRoute, Outlet } from "@tanstack/react-router";
import { ShiftProvider } from "../../driving/position/sharing";
import { DriverArea } from "../../driving/driver-area";
import { TapsProvider } from "../../driving/taps/taps";
import { useOfflinePages } from "../../pwa/use-offline-pages";
import { useWords } from "../../words/use-words";

export const Route = createLazyFileRoute("/driver/dashboard")({ component: Dashboard });

function Dashboard() {
  const t = useWords();
  const { driver, notices, offers, shift } = Route.useLoaderData();
  const { api, settings } = Route.useRouteContext();
  useOfflinePages(driver.id, async (id) => {
    const { saveDriverDay } = await import("../../pwa/save-trips");
    await saveDriverDay(api, id, settings.timeZone, t);
  });
  return (
    <TapsProvider driverId={driver.id}>
      <DriverArea driver={driver} notices={notices} offers={offers}>
        <ShiftProvider driverId={driver.id} loaded={shift}>
          <Outlet />
        </ShiftProvider>
      </DriverArea>
    </TapsProvider>
  );
}
