import { createFileRoute } from "@tanstack/react-router";

/** Reads the one-time token in the address; invalid ones are ignored. */
const tokenOf = (search: Record<string, unknown>) => ({
  token: typeof search.token === "string" ? search.token.slice(0, 128) : "",
});

export const Route = createFileRoute("/dispatch/password")({
  staticData: { isPrivate: true },
  validateSearch: tokenOf,
  head: ({ match }) => ({
    meta: [
      { title: `Choose a password · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex" },
    ],
  }),
});
