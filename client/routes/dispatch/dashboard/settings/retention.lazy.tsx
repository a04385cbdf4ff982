import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { RetentionForm } from "../../../../settings/retention-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/retention")(
  officePage(Retention),
);

function Retention() {
  const mayChange = usePermission("settings.manage");
  return <RetentionForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
