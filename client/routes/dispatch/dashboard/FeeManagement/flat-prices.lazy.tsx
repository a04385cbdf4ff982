import { createLazyFileRoute } from "@tanstack/react-router";
import { FlatPricesPart } from "../../../../fees/flat-prices-part";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/flat-prices")({
  component: FlatPricesPart,
});
