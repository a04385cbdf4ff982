import { createLazyFileRoute } from "@tanstack/react-router";
import { RatesPart } from "../../../../fees/parts/rates-part";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/")({
  component: RatesPart,
});
