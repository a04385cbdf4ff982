import { createLazyFileRoute } from "@tanstack/react-router";
import { AffiliateScreen } from "../../../affiliates/affiliate-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/affiliates_/$id")({
  component: AffiliatePage,
});

function AffiliatePage() {
  const affiliate = Route.useLoaderData();
  return <AffiliateScreen affiliate={affiliate} key={affiliate?.id} />;
}
