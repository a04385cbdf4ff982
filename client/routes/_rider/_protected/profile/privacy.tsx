import { createFileRoute } from "@tanstack/react-router";
import { markAnswer } from "../../../../answer-data";
import { loadMine } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/privacy")({
  loader: async ({ context: { api } }) => {
    const [state, { consents }] = await Promise.all([
      loadMine(api, api.users.privacy.$get()),
      loadMine(api, api.users.consents.$get()),
    ]);
    return markAnswer({ state, consents });
  },
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Privacy")} · ${match.context.settings.brand}` }],
  }),
});
