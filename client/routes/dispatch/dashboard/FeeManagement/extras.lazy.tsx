import { createLazyFileRoute } from "@tanstack/react-router";
import { ExtrasPart } from "../../../../fees/parts/extras-part";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/extras")({
  component: ExtrasPart,
});
