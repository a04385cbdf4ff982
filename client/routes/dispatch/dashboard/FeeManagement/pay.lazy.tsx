import { createLazyFileRoute } from "@tanstack/react-router";
import { PayPart } from "../../../../fees/parts/pay-part";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/pay")({
  component: PayPart,
});
