import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { usePermission } from "../../../../office/use-permission";
import { TermsForm } from "../../../../settings/terms-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/terms")(officePage(Terms));

function Terms() {
  const mayChange = usePermission("settings.manage");
  const { versions } = Route.useLoaderData();
  return <TermsForm key={versions[0]?.version ?? 0} mayChange={mayChange} versions={versions} />;
}
