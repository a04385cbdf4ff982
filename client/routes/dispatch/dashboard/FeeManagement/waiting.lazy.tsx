import { createLazyFileRoute } from "@tanstack/react-router";
import { WaitingPart } from "../../../../fees/parts/waiting-part";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/waiting")({
  component: WaitingPart,
});
