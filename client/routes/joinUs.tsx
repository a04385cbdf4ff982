import { createFileRoute } from "@tanstack/react-router";

/** Where a visitor without a session lands who asked for something that needs one. */
export const Route = createFileRoute("/joinUs")({
  staticData: { shared: true },
  head: ({ match }) => ({ meta: [{ title: `Join us · ${match.context.settings.brand}` }] }),
});
