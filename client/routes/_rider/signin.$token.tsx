import { createFileRoute } from "@tanstack/react-router";

/** The page of a message's one-tap link. Opening it changes nothing, because mail scanners open links too. */
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
