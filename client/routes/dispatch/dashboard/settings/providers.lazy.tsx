import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../dispatch/page-failure";
import { PagePending } from "../../../../dispatch/page-pending";
import { ProvidersScreen } from "../../../../settings/providers-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/providers")({
  component: Providers,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Providers() {
  const { api } = Route.useRouteContext();
  return <ProvidersScreen api={api} providers={Route.useLoaderData().providers} />;
}
