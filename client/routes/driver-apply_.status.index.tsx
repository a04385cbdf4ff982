import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/driver-apply_/status/")({
  staticData: { shared: true },
  head: ({ match }) => ({
    meta: [{ title: `Your application · ${match.context.settings.brand}` }],
  }),
});
