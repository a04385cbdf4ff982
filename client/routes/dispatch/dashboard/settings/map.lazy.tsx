import { createLazyFileRoute } from "@tanstack/react-router";
import { lazy } from "../../../../lazy";
import { officePage } from "../../../../office/office-page";
import { StreetsScreen } from "../../../../settings/streets/streets-screen";

const TrafficForm = lazy(
  async () => (await import("../../../../settings/streets/traffic-form")).TrafficForm,
);

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/map")(
  officePage(MapSettings),
);

function MapSettings() {
  const { streets, traffic } = Route.useLoaderData();
  return (
    <div className="grid gap-8">
      <StreetsScreen first={streets} />
      <TrafficForm first={traffic} />
    </div>
  );
}
