import { createLazyFileRoute } from "@tanstack/react-router";
import { FleetScreen } from "../../../live-map/fleet-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/map")(officePage(FleetMap));

function FleetMap() {
  const { fleet, home } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <FleetScreen
      initialFleet={fleet}
      home={home}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      search={search}
    />
  );
}
