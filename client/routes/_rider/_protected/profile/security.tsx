import { createFileRoute } from "@tanstack/react-router";
import { loadMine } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/security")({
  loader: async ({ context: { api } }) => {
    const { sessions } = await loadMine(api, api.auth.sessions.$get());
    return { sessions };
  },
  head: ({ match }) => ({ meta: [{ title: `Security · ${match.context.settings.brand}` }] }),
});
