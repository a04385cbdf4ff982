import { createLazyFileRoute } from "@tanstack/react-router";
import { Security } from "../../../../riders/account/security";

export const Route = createLazyFileRoute("/_rider/_protected/profile/security")({
  component: SecurityPage,
});

function SecurityPage() {
  const { api, settings } = Route.useRouteContext();
  const { sessions } = Route.useLoaderData();
  return <Security api={api} devices={sessions} timeZone={settings.timeZone} />;
}
