import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";

/** The page of a payment link, opened without signing in and linked from nowhere else. */
export const Route = createFileRoute("/pay/$token")({
  staticData: { isPrivate: true, hasSecretAddress: true, words: ["shared", "tracking", "pay"] },
  beforeLoad: ({ context }) => context.words.load(["shared", "tracking", "pay"]),
  loader: ({ context: { api }, params: { token } }) =>
    load(api.pay[":token"].$get({ param: { token } })),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Pay")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex, nofollow" },
      { name: "referrer", content: "no-referrer" },
    ],
  }),
});
