import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { WebhooksScreen } from "../../../../settings/webhooks/webhooks-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/webhooks")(
  officePage(Webhooks),
);

function Webhooks() {
  return <WebhooksScreen {...Route.useLoaderData()} />;
}
