import { createLazyFileRoute } from "@tanstack/react-router";
import { DriverLogin } from "../../driving/sign-in/driver-login";

export const Route = createLazyFileRoute("/{$brand}Driver/")({ component: Login });

function Login() {
  const { api, settings } = Route.useRouteContext();
  return <DriverLogin api={api} settings={settings} />;
}
