import { createLazyFileRoute } from "@tanstack/react-router";
import { FlatPricesPart } from "../../../../fees/parts/flat-prices-part";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/flat-prices")({
  component: FlatPricesPart,
});
