import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";

/** A trip that an affiliate is offered or drives: open without signing in, and linked from nowhere else. */
export const Route = createFileRoute("/affiliate/$token")({
  staticData: { isPrivate: true, hasSecretAddress: true, words: ["shared", "tracking", "quote"] },
  beforeLoad: ({ context }) => context.words.load(["shared", "tracking", "quote"]),
  loader: ({ context: { api }, params: { token } }) =>
    load(api.affiliate[":token"].$get({ param: { token } })),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Trip")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex, nofollow" },
      // As secret as with none; but without scripts a form would then have no origin, and be refused.
      { name: "referrer", content: "same-origin" },
    ],
  }),
});
