import { createLazyFileRoute } from "@tanstack/react-router";
import { VerifyScreen } from "../../../riders/sign-in/verify-screen";

export const Route = createLazyFileRoute("/_rider/{$brand}Client/ClientVerify")({
  component: Verify,
});

function Verify() {
  const { settings } = Route.useRouteContext();
  return <VerifyScreen settings={settings} />;
}
