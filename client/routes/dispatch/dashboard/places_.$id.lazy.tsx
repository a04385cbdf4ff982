import { createLazyFileRoute } from "@tanstack/react-router";
import { PlaceForm } from "../../../places/place-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/places_/$id")({
  component: PlacePage,
});

function PlacePage() {
  const { record, zones } = Route.useLoaderData();
  return <PlaceForm key={record?.id} record={record} zones={zones} />;
}
