import { createLazyFileRoute } from "@tanstack/react-router";
import { AffiliateScreen, UnknownAffiliateOffer } from "../tracking/affiliate-screen";

export const Route = createLazyFileRoute("/affiliate/$token")({
  component: AffiliateOfferPage,
  notFoundComponent: UnknownAffiliateOffer,
});

function AffiliateOfferPage() {
  const { token } = Route.useParams();
  return <AffiliateScreen key={token} loaded={Route.useLoaderData()} token={token} />;
}
