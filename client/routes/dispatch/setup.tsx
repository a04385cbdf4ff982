import { createFileRoute } from "@tanstack/react-router";

/** A one-time token from the address; anything that can be none is no token. */
const tokenOf = (search: Record<string, unknown>) => ({
  token: typeof search.token === "string" ? search.token.slice(0, 128) : "",
});

export const Route = createFileRoute("/dispatch/setup")({
  staticData: { private: true },
  validateSearch: tokenOf,
  head: ({ match }) => ({
    meta: [
      { title: `Set up dispatch · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex" },
    ],
  }),
});
