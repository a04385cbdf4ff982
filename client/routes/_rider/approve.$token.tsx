import { createFileRoute } from "@tanstack/react-router";
import { load } from "../../api";

/**
 * A trip that a manager is asked to approve: open without signing in, and linked from nowhere else. Of the riders' area,
 * where managers are: the public pages stay as small as they are.
 */
export const Route = createFileRoute("/_rider/approve/$token")({
  staticData: { hasSecretAddress: true, words: ["tracking", "quote"] },
  loader: ({ context: { api }, params: { token } }) =>
    load(api.approve[":token"].$get({ param: { token } })),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Approval")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex, nofollow" },
      // As secret as with none; but without scripts a form would then have no origin, and be refused.
      { name: "referrer", content: "same-origin" },
    ],
  }),
});
