import { createLazyFileRoute } from "@tanstack/react-router";
import { SignInLinkScreen } from "../../riders/sign-in/sign-in-link-screen";

export const Route = createLazyFileRoute("/_rider/signin/$token")({ component: SignInLinkPage });

function SignInLinkPage() {
  const { settings } = Route.useRouteContext();
  const { token } = Route.useParams();
  return <SignInLinkScreen settings={settings} token={token} />;
}
