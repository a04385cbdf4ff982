import { createFileRoute, notFound } from "@tanstack/react-router";
import { load } from "../api";

/** A version of the operator's terms, linked from bookings and confirmations. */
export const Route = createFileRoute("/terms/$version")({
  staticData: { words: ["shared", "tracking", "quote"] },
  beforeLoad: ({ context }) => context.words.load(["shared", "tracking", "quote"]),
  loader: ({ context: { api }, params: { version } }) => {
    if (!/^[1-9]\d{0,8}$/.test(version)) throw notFound();
    return load(api.terms[":version"].$get({ param: { version } }));
  },
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Terms")} · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex" },
    ],
  }),
});
