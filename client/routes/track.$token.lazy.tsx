import { createLazyFileRoute } from "@tanstack/react-router";
import { LinkOver } from "../tracking/link-over";
import { TrackScreen } from "../tracking/track-screen";

export const Route = createLazyFileRoute("/track/$token")({
  component: Track,
  notFoundComponent: LinkOver,
});

function Track() {
  const { token } = Route.useParams();
  return <TrackScreen key={token} loaded={Route.useLoaderData()} token={token} />;
}
