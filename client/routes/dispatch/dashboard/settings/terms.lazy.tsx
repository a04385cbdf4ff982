import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { useMay } from "../../../../office/use-may";
import { TermsForm } from "../../../../settings/terms-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/terms")(officePage(Terms));

function Terms() {
  const mayChange = useMay("settings.manage");
  const { versions } = Route.useLoaderData();
  return <TermsForm key={versions[0]?.version ?? 0} mayChange={mayChange} versions={versions} />;
}
