import { createFileRoute } from "@tanstack/react-router";
import { loadAsRider } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/places")({
  loader: ({ context: { api } }) => loadAsRider(api, api["saved-places"].$get()),
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Saved places")} · ${match.context.settings.brand}` }],
  }),
});
