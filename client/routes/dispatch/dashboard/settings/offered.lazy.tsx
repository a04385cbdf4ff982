import { createLazyFileRoute } from "@tanstack/react-router";
import { useMay } from "../../../../office/use-may";
import { ServicesForm } from "../../../../settings/services-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/offered")(
  officePage(Services),
);

function Services() {
  const mayChange = useMay("settings.manage");
  return <ServicesForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
