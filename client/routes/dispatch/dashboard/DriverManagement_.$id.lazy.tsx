import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { DriverForm } from "../../../fleet/drivers/driver-form";
import { DriverPage } from "../../../fleet/drivers/driver-page";
import { lazy } from "../../../lazy";
import { Card } from "../../../ui/card";
import { SkeletonRows } from "../../../ui/skeleton";

const DriverPart = lazy(async () => (await import("./-driver-parts")).DriverPart, {
  pending: () => (
    <Card className="max-w-5xl">
      <SkeletonRows rows={6} />
    </Card>
  ),
});

export const Route = createLazyFileRoute("/dispatch/dashboard/DriverManagement_/$id")({
  component: DriverRoute,
});

function DriverRoute() {
  const { found, vehicles } = Route.useLoaderData();
  const { tab } = Route.useSearch();
  const { role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;
  if (!found) return <DriverForm record={null} vehicles={vehicles} />;
  return (
    <DriverPage
      key={found.record.id}
      overview={found.overview}
      part={DriverPart}
      record={found.record}
      role={role}
      tab={tab}
      vehicles={vehicles}
    />
  );
}
