import { createLazyFileRoute } from "@tanstack/react-router";
import { DriverAccount } from "../../../billing/driver-account";

export const Route = createLazyFileRoute("/dispatch/dashboard/payouts_/$id")({
  component: DriverAccountPage,
});

function DriverAccountPage() {
  const data = Route.useLoaderData();
  return <DriverAccount key={data.driver.id} {...data} />;
}
