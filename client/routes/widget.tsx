import { createFileRoute } from "@tanstack/react-router";
import { readWidgetSearch } from "../widget/search";

/** Prices and a link to the booking, for frames on the websites that the owner has named. */
export const Route = createFileRoute("/widget")({
  staticData: { isEmbeddable: true, words: ["shared", "booking"] },
  validateSearch: readWidgetSearch,
  beforeLoad: ({ context }) => context.words.load(["shared", "booking"]),
  head: ({ match }) => {
    const { words, settings } = match.context;
    const { accent } = match.search;
    return {
      meta: [
        { title: `${words.t("Book a car")} · ${settings.brand}` },
        { name: "robots", content: "noindex" },
      ],
      // It comes after the operator's own accent and overrides it.
      links: accent ? [{ rel: "stylesheet", href: `/assets/accent-${accent.slice(1)}.css` }] : [],
    };
  },
});
