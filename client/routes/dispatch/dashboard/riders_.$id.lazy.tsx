import { createLazyFileRoute } from "@tanstack/react-router";
import { RiderForm } from "../../../rider-desk/rider-form";
import { RiderScreen } from "../../../rider-desk/rider-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/riders_/$id")(officePage(RiderPage));

function RiderPage() {
  const { rider } = Route.useLoaderData();
  if (!rider) return <RiderForm />;
  return <RiderScreen initialRider={rider} key={rider.id} />;
}
