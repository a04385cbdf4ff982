import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../office/office-page";
import { UnpaidTrips } from "../../../unpaid/unpaid-trips";

export const Route = createLazyFileRoute("/dispatch/dashboard/unpaid")(officePage(Unpaid));

function Unpaid() {
  const loaded = Route.useLoaderData();
  const { what, rider } = Route.useSearch();
  return <UnpaidTrips {...loaded} rider={rider} what={what} />;
}
