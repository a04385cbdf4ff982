import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";
import { FleetScreen } from "../../../live-map/fleet-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/map")({
  component: FleetMap,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function FleetMap() {
  const { fleet, home } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <FleetScreen
      first={fleet}
      home={home}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      search={search}
    />
  );
}
