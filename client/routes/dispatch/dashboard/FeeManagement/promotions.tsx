import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/dispatch/dashboard/FeeManagement/promotions")({
  staticData: { isPrivate: true },
  // The day comes from the loader, so that server and browser agree.
  loader: () => ({ now: new Date().toISOString() }),
});
