import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";

/** A quote's page: open without signing in, and linked from nowhere else. */
export const Route = createFileRoute("/quote/$token")({
  staticData: { isPrivate: true, hasSecretAddress: true, words: ["shared", "tracking", "quote"] },
  beforeLoad: ({ context }) => context.words.load(["shared", "tracking", "quote"]),
  loader: ({ context: { api }, params: { token } }) =>
    load(api.quote[":token"].$get({ param: { token } })),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Quote")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex, nofollow" },
      // As secret as with none; but without scripts a form would then have no origin, and be refused.
      { name: "referrer", content: "same-origin" },
    ],
  }),
});
