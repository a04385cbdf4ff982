import { createLazyFileRoute } from "@tanstack/react-router";
import { PromotionsPart } from "../../../../fees/parts/promotions-part";
import { localDay } from "../../../../ui/moment";
import { useOffice } from "../../../../office/calls";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/promotions")({
  component: Promotions,
});

function Promotions() {
  const { timeZone } = useOffice();
  const { now } = Route.useLoaderData();
  return <PromotionsPart today={localDay(now, timeZone)} />;
}
