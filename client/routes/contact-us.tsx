import { createFileRoute } from "@tanstack/react-router";

/** A plain form comes back here with what came of it: then it is rendered for its visitor. */
export const Route = createFileRoute("/contact-us")({
  staticData: { shared: true },
  // Said also where it is none: the address's own would stand otherwise.
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: "yes" | undefined } => ({
    sent: sent === "yes" ? sent : undefined,
  }),
  head: ({ match }) => ({ meta: [{ title: `Contact us · ${match.context.settings.brand}` }] }),
});
