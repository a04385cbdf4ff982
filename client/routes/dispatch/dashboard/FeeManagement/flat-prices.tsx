import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/dispatch/dashboard/FeeManagement/flat-prices")({
  staticData: { isPrivate: true },
});
