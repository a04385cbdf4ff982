import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/driver-apply_/status/")({
  staticData: { shared: true, listed: false },
  head: ({ match }) => ({
    meta: [{ title: `Your application · ${match.context.settings.brand}` }],
  }),
});
