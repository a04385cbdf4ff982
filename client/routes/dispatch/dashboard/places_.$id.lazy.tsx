import { createLazyFileRoute } from "@tanstack/react-router";
import { PlaceForm } from "../../../places/place-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/places_/$id")({
  component: PlacePage,
});

function PlacePage() {
  const { api } = Route.useRouteContext();
  const { record, zones } = Route.useLoaderData();
  return <PlaceForm api={api} key={record?.id} record={record} zones={zones} />;
}
