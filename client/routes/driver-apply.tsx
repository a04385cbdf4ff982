import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/driver-apply")({
  staticData: { shared: true },
  head: ({ match }) => ({
    meta: [{ title: `Apply to drive · ${match.context.settings.brand}` }],
  }),
});
