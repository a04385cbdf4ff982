import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/dispatch/dashboard/FeeManagement/surcharges")({
  staticData: { isPrivate: true },
});
