import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { KeysScreen } from "../../../../settings/keys/keys-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/api-keys")(
  officePage(ApiKeys),
);

function ApiKeys() {
  return <KeysScreen first={Route.useLoaderData()} />;
}
