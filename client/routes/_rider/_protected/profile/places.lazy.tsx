import { createLazyFileRoute } from "@tanstack/react-router";
import { SavedPlaces } from "../../../../riders/account/saved-places";

export const Route = createLazyFileRoute("/_rider/_protected/profile/places")({
  component: PlacesPage,
});

function PlacesPage() {
  const { api } = Route.useRouteContext();
  const { savedPlaces } = Route.useLoaderData();
  return <SavedPlaces api={api} places={savedPlaces} />;
}
