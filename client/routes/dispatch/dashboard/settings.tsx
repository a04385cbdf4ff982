import { createFileRoute } from "@tanstack/react-router";

/** All settings of the operator, by topic. */
export const Route = createFileRoute("/dispatch/dashboard/settings")({
  staticData: { isPrivate: true },
});
