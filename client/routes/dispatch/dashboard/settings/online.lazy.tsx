import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { useMay } from "../../../../office/use-may";
import { OnlineForm } from "../../../../settings/online-form";
import { useOffice } from "../../../../office/calls";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/online")({
  component: Online,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Online() {
  const { settings } = useOffice();
  const mayChange = useMay("operator.rule");
  return <OnlineForm first={Route.useLoaderData()} mayChange={mayChange} phone={settings.phone} />;
}
