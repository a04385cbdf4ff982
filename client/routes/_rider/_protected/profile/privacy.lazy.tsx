import { createLazyFileRoute } from "@tanstack/react-router";
import { Privacy } from "../../../../riders/account/privacy";

export const Route = createLazyFileRoute("/_rider/_protected/profile/privacy")({
  component: PrivacyPage,
});

function PrivacyPage() {
  const { settings } = Route.useRouteContext();
  return <Privacy settings={settings} />;
}
