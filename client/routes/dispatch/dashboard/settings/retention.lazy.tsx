import { createLazyFileRoute } from "@tanstack/react-router";
import { useMay } from "../../../../office/use-may";
import { RetentionForm } from "../../../../settings/retention-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/retention")(
  officePage(Retention),
);

function Retention() {
  const mayChange = useMay("settings.manage");
  return <RetentionForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
