import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../dispatch/page-failure";
import { PagePending } from "../../../../dispatch/page-pending";
import { useMay } from "../../../../dispatch/use-may";
import { OnlineForm } from "../../../../settings/online-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/online")({
  component: Online,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Online() {
  const { api, settings } = Route.useRouteContext();
  const mayChange = useMay("operator.rule");
  return (
    <OnlineForm
      api={api}
      first={Route.useLoaderData()}
      mayChange={mayChange}
      phone={settings.phone}
    />
  );
}
