import { createLazyFileRoute } from "@tanstack/react-router";
import { UserInfoScreen } from "../../../riders/sign-in/user-info-screen";

export const Route = createLazyFileRoute("/_rider/{$brand}Client/fillUserInfo")({
  component: FillUserInfoPage,
});

function FillUserInfoPage() {
  const { settings } = Route.useRouteContext();
  return <UserInfoScreen settings={settings} />;
}
