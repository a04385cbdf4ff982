import { createLazyFileRoute } from "@tanstack/react-router";
import { ProvidersScreen } from "../../../../settings/providers-screen";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/providers")(
  officePage(Providers),
);

function Providers() {
  return <ProvidersScreen {...Route.useLoaderData()} />;
}
