import { createLazyFileRoute } from "@tanstack/react-router";
import { useMay } from "../../../../office/use-may";
import { RegionForm } from "../../../../settings/region-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/region")(officePage(Region));

function Region() {
  const mayChange = useMay("settings.manage");
  return <RegionForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
