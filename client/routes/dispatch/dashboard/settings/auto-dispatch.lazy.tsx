import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { AutoDispatchScreen } from "../../../../settings/auto-dispatch-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/auto-dispatch")({
  component: AutoDispatch,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function AutoDispatch() {
  const { api, settings } = Route.useRouteContext();
  return (
    <AutoDispatchScreen api={api} first={Route.useLoaderData()} timeZone={settings.timeZone} />
  );
}
