import { createFileRoute } from "@tanstack/react-router";

/** The one-tap link of a message. Opening it changes nothing: mail scanners open links too. */
export const Route = createFileRoute("/_rider/signin/$token")({
  staticData: { hasSecretAddress: true, words: ["sign-in"] },
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Sign in")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex" },
      { name: "referrer", content: "no-referrer" },
    ],
  }),
});
