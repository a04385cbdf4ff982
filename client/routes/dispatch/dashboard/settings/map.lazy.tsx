import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { StreetsScreen } from "../../../../settings/streets/streets-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/map")(
  officePage(MapSettings),
);

function MapSettings() {
  return <StreetsScreen first={Route.useLoaderData()} />;
}
