import { createFileRoute } from "@tanstack/react-router";

/** A plain form comes back here with what came of it: then it is rendered for its visitor. */
export const Route = createFileRoute("/contact-us")({
  staticData: { shared: true },
  // Said also where it is none: the address's own would stand otherwise.
  validateSearch: ({
    fault,
    sent,
  }: Record<string, unknown>): { fault?: string | undefined; sent?: "yes" | undefined } => ({
    fault: typeof fault === "string" && /^[\w.]{1,60}$/.test(fault) ? fault : undefined,
    sent: sent === "yes" ? sent : undefined,
  }),
  head: ({ match }) => ({ meta: [{ title: `Contact us · ${match.context.settings.brand}` }] }),
});
