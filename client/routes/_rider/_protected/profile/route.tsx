import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_rider/_protected/profile")({
  head: ({ match }) => ({ meta: [{ title: `Account · ${match.context.settings.brand}` }] }),
});
