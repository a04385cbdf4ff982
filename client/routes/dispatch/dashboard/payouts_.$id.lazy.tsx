import { createLazyFileRoute } from "@tanstack/react-router";
import { DriverAccount } from "../../../billing/driver-account";

export const Route = createLazyFileRoute("/dispatch/dashboard/payouts_/$id")({
  component: DriverAccountPage,
});

function DriverAccountPage() {
  const { api, settings } = Route.useRouteContext();
  const data = Route.useLoaderData();
  return <DriverAccount api={api} key={data.driver.id} settings={settings} {...data} />;
}
