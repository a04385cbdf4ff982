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
  return <AutoDispatchScreen first={Route.useLoaderData()} />;
}
