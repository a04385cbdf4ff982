import { createLazyFileRoute } from "@tanstack/react-router";
import { TrackScreen } from "../tracking/track-screen";

export const Route = createLazyFileRoute("/track/$token")({ component: Track });

function Track() {
  const { token } = Route.useParams();
  return <TrackScreen key={token} loaded={Route.useLoaderData()} token={token} />;
}
