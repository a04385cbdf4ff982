import { createLazyFileRoute } from "@tanstack/react-router";
import { PromotionsPart } from "../../../../fees/parts/promotions-part";
import { localDay } from "../../../../ui/moment";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/promotions")({
  component: Promotions,
});

function Promotions() {
  const { settings } = Route.useRouteContext();
  const { now } = Route.useLoaderData();
  return <PromotionsPart today={localDay(now, settings.timeZone)} />;
}
