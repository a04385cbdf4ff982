import { createFileRoute } from "@tanstack/react-router";
import { loadOwn } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/cards")({
  loader: ({ context: { api } }) => loadOwn(api, api.users.cards.$get()),
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Cards")} · ${match.context.settings.brand}` }],
  }),
});
