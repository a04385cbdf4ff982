import { createLazyFileRoute } from "@tanstack/react-router";
import { TaxesPart } from "../../../../fees/parts/taxes-part";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/taxes")({
  component: TaxesPart,
});
