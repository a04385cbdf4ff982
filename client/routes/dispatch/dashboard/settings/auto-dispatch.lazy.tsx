import { createLazyFileRoute } from "@tanstack/react-router";
import { AutoDispatchScreen } from "../../../../settings/auto/auto-dispatch-screen";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/auto-dispatch")(
  officePage(AutoDispatch),
);

function AutoDispatch() {
  return <AutoDispatchScreen first={Route.useLoaderData()} />;
}
