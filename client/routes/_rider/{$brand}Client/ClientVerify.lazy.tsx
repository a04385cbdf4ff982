import { createLazyFileRoute } from "@tanstack/react-router";
import { RiderVerifyScreen } from "../../../riders/sign-in/verify-screen";

export const Route = createLazyFileRoute("/_rider/{$brand}Client/ClientVerify")({
  component: VerifyPage,
});

function VerifyPage() {
  const { api, settings } = Route.useRouteContext();
  return <RiderVerifyScreen api={api} settings={settings} />;
}
