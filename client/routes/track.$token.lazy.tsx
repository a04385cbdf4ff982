import { createLazyFileRoute } from "@tanstack/react-router";
import { LinkExpired } from "../tracking/link-expired";
import { TrackScreen } from "../tracking/track-screen";

export const Route = createLazyFileRoute("/track/$token")({
  component: TrackPage,
  notFoundComponent: LinkExpired,
});

function TrackPage() {
  const { token } = Route.useParams();
  return <TrackScreen key={token} loaded={Route.useLoaderData()} token={token} />;
}
