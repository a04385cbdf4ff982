import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";

/** The page of a quote, opened without signing in and linked from nowhere else. */
export const Route = createFileRoute("/quote/$token")({
  staticData: { isPrivate: true, hasSecretAddress: true, words: ["shared", "tracking", "quote"] },
  beforeLoad: ({ context }) => context.words.load(["shared", "tracking", "quote"]),
  loader: ({ context: { api }, params: { token } }) =>
    load(api.quote[":token"].$get({ param: { token } })),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Quote")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex, nofollow" },
      // Hides the address from other sites. `no-referrer` would be as secret, but a form sent without scripts would
      // then have no origin and be refused.
      { name: "referrer", content: "same-origin" },
    ],
  }),
});
