import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_rider/_protected/profile/privacy")({
  head: ({ match }) => ({ meta: [{ title: `Privacy · ${match.context.settings.brand}` }] }),
});
