import { createFileRoute } from "@tanstack/react-router";
import { loadAsRider } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/cards")({
  loader: ({ context: { api } }) => loadAsRider(api, api.users.cards.$get()),
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Cards")} · ${match.context.settings.brand}` }],
  }),
});
