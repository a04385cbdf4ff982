import { createFileRoute } from "@tanstack/react-router";
import { loadMine } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/cards")({
  loader: ({ context: { api } }) => loadMine(api, api.users.cards.$get()),
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Cards")} · ${match.context.settings.brand}` }],
  }),
});
