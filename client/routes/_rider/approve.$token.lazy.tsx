import { createLazyFileRoute } from "@tanstack/react-router";
import { UnknownApprovalLink, ApproveScreen } from "../../tracking/approve-screen";

export const Route = createLazyFileRoute("/_rider/approve/$token")({
  component: ApprovePage,
  notFoundComponent: UnknownApprovalLink,
});

function ApprovePage() {
  const { token } = Route.useParams();
  return <ApproveScreen key={token} loaded={Route.useLoaderData()} token={token} />;
}
