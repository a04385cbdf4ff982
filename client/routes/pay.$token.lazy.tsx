import { createLazyFileRoute } from "@tanstack/react-router";
import { UnknownPayLink, PayScreen } from "../tracking/pay-screen";

export const Route = createLazyFileRoute("/pay/$token")({
  component: Pay,
  notFoundComponent: UnknownPayLink,
});

function Pay() {
  const { token } = Route.useParams();
  return <PayScreen key={token} loaded={Route.useLoaderData()} token={token} />;
}
