import { createFileRoute } from "@tanstack/react-router";
import { load } from "../../api";

/**
 * A trip that a manager is asked to approve, opened without signing in and linked from nowhere else. It is in the
 * riders' area, as managers are riders, so that the public pages stay small.
 */
export const Route = createFileRoute("/_rider/approve/$token")({
  staticData: { hasSecretAddress: true, words: ["tracking", "quote"] },
  loader: ({ context: { api }, params: { token } }) =>
    load(api.approve[":token"].$get({ param: { token } })),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Approval")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex, nofollow" },
      // Hides the address from other sites. `no-referrer` would be as secret, but a form sent without scripts would
      // then have no origin and be refused.
      { name: "referrer", content: "same-origin" },
    ],
  }),
});
