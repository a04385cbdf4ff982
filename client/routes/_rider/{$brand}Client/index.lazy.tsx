import { createLazyFileRoute } from "@tanstack/react-router";
import { LoginScreen } from "../../../riders/sign-in/login-screen";
import { SignInPlaceholder } from "../../../riders/sign-in/sign-in-placeholder";

export const Route = createLazyFileRoute("/_rider/{$brand}Client/")({
  component: LoginPage,
  pendingComponent: SignInPlaceholder,
});

function LoginPage() {
  const { settings, api } = Route.useRouteContext();
  const { notice, provider } = Route.useSearch();
  return (
    <LoginScreen
      api={api}
      notice={notice ?? null}
      provider={provider ?? null}
      settings={settings}
    />
  );
}
