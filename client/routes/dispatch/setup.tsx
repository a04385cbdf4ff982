import { createFileRoute, redirect } from "@tanstack/react-router";
import { read } from "../../api";

/** A one-time token from the address; anything that can be none is no token. */
const tokenOf = (search: Record<string, unknown>) => ({
  token: typeof search.token === "string" ? search.token.slice(0, 128) : "",
});

export const Route = createFileRoute("/dispatch/setup")({
  staticData: { private: true },
  validateSearch: tokenOf,
  // Whoever set it up already and closed the tab goes on where they were.
  loader: ({ context }) =>
    read(context.api.admin["getting-started"].$get()).then(
      ({ steps }) => {
        const step = steps.find(({ done, left }) => !(done || left))?.step ?? "open";
        throw redirect({ to: "/dispatch/setup/$step", params: { step } });
      },
      // Without a session the link is what lets them in.
      () => {},
    ),
  head: ({ match }) => ({
    meta: [
      { title: `Set up dispatch · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex" },
    ],
  }),
});
