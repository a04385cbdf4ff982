import { createLazyFileRoute } from "@tanstack/react-router";
import { LinkScreen } from "../../riders/sign-in/link-screen";

export const Route = createLazyFileRoute("/_rider/signin/$token")({ component: SignInLinkPage });

function SignInLinkPage() {
  const { settings } = Route.useRouteContext();
  const { token } = Route.useParams();
  return <LinkScreen settings={settings} token={token} />;
}
