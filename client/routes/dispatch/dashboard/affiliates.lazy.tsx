import { createLazyFileRoute } from "@tanstack/react-router";
import { AffiliateListScreen } from "../../../affiliates/affiliate-list";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/affiliates")(officePage(Affiliates));

function Affiliates() {
  return <AffiliateListScreen first={Route.useLoaderData().first} q={Route.useSearch().q} />;
}
