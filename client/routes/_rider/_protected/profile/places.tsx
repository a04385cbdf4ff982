import { createFileRoute } from "@tanstack/react-router";
import { loadMine } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/places")({
  loader: ({ context: { api } }) => loadMine(api, api["saved-places"].$get()),
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Saved places")} · ${match.context.settings.brand}` }],
  }),
});
