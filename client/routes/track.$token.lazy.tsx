import { createLazyFileRoute } from "@tanstack/react-router";
import { LinkExpired } from "../tracking/link-expired";
import { TrackingScreen } from "../tracking/tracking-screen";

export const Route = createLazyFileRoute("/track/$token")({
  component: TrackPage,
  notFoundComponent: LinkExpired,
});

function TrackPage() {
  const { token } = Route.useParams();
  return <TrackingScreen key={token} loaded={Route.useLoaderData()} token={token} />;
}
