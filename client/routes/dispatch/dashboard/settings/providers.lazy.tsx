import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { ProvidersScreen } from "../../../../settings/providers-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/providers")({
  component: Providers,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Providers() {
  return <ProvidersScreen providers={Route.useLoaderData().providers} />;
}
