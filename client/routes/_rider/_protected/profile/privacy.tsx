import { createFileRoute } from "@tanstack/react-router";
import { markAsJson } from "../../../../answer-data";
import { loadAsRider } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/privacy")({
  loader: async ({ context: { api } }) => {
    const [state, { consents }] = await Promise.all([
      loadAsRider(api, api.users.privacy.$get()),
      loadAsRider(api, api.users.consents.$get()),
    ]);
    return markAsJson({ state, consents });
  },
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Privacy")} · ${match.context.settings.brand}` }],
  }),
});
