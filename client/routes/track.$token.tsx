import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";

/** A trip's tracking page, opened without signing in, and never indexed or linked. */
export const Route = createFileRoute("/track/$token")({
  staticData: { isPrivate: true, hasSecretAddress: true, words: ["shared", "tracking"] },
  beforeLoad: ({ context }) => context.words.load(["shared", "tracking"]),
  loader: ({ context: { api }, params: { token } }) =>
    load(api.track[":token"].$get({ param: { token } })),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Follow the trip")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex, nofollow" },
      { name: "referrer", content: "no-referrer" },
    ],
  }),
});
