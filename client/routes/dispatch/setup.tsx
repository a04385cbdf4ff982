import { createFileRoute, redirect } from "@tanstack/react-router";
import { read } from "../../api";

/** Reads the one-time token in the address; invalid ones are ignored. */
const tokenOf = (search: Record<string, unknown>) => ({
  token: typeof search.token === "string" ? search.token.slice(0, 128) : "",
});

export const Route = createFileRoute("/dispatch/setup")({
  staticData: { isPrivate: true },
  validateSearch: tokenOf,
  // An owner who closed the tab during setup continues there.
  loader: ({ context }) =>
    read(context.api.admin["getting-started"].$get()).then(
      ({ steps }) => {
        const step = steps.find(({ done, left }) => !(done || left))?.step ?? "open";
        throw redirect({ to: "/dispatch/setup/$step", params: { step } });
      },
      // Without a session the owner needs the link.
      () => {},
    ),
  head: ({ match }) => ({
    meta: [
      { title: `Set up dispatch · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex" },
    ],
  }),
});
