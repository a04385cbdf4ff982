import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/dispatch/dashboard/profile")({
  staticData: { private: true },
  head: ({ match }) => ({ meta: [{ title: `Profile · ${match.context.settings.brand}` }] }),
});
