import { createLazyFileRoute } from "@tanstack/react-router";
import { SurchargesPart } from "../../../../fees/parts/surcharges-part";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/surcharges")({
  component: SurchargesPart,
});
