import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { BrandNameForm } from "../../../../settings/brand-name-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/name")(officePage(NamePage));

function NamePage() {
  const mayChange = usePermission("settings.manage");
  return <BrandNameForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
