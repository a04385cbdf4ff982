import { createLazyFileRoute } from "@tanstack/react-router";
import { FlightsScreen } from "../../../flights/flights-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/flights")(officePage(Flights));

function Flights() {
  const { which } = Route.useSearch();
  return <FlightsScreen first={Route.useLoaderData()} filter={which} />;
}
