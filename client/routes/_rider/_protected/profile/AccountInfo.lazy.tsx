import { createLazyFileRoute } from "@tanstack/react-router";
import { AccountInfo } from "../../../../riders/account/account-info";

export const Route = createLazyFileRoute("/_rider/_protected/profile/AccountInfo")({
  component: AccountInfoPage,
});

function AccountInfoPage() {
  const { settings } = Route.useRouteContext();
  return <AccountInfo settings={settings} />;
}
