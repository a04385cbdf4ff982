import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_rider/_protected/profile")({
  staticData: { words: ["account"] },
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Account")} · ${match.context.settings.brand}` }],
  }),
});
