import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";

/** An application opened with its link, without sign-in. The address must not leak. */
export const Route = createFileRoute("/driver-apply_/status/$token")({
  staticData: { isPrivate: true, hasSecretAddress: true, words: ["shared", "site", "apply"] },
  beforeLoad: ({ context }) => context.words.load(["shared", "site", "apply"]),
  loader: ({ context: { api }, params: { token } }) =>
    load(api["driver-application"].status[":token"].$get({ param: { token } })),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Your application")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex, nofollow" },
      { name: "referrer", content: "no-referrer" },
    ],
  }),
});
