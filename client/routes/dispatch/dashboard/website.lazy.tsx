import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";
import { WebsiteScreen } from "../../../website/website-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/website")({
  component: Website,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Website() {
  const { kind, list } = Route.useLoaderData();
  return <WebsiteScreen first={list} key={kind} kind={kind} />;
}
