import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { textPageRoute } from "../site/page-load";

/** A form sent without scripts returns here with its outcome. The page is then rendered for this visitor alone. */
export const Route = createFileRoute("/request-ride")({
  ...textPageRoute(
    "request-ride",
    phrase("Request a ride"),
    (api) => load(api.content.area.$get()),
    "ride",
  ),
  // The key is set even if undefined, because otherwise the old value would stay in the address.
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: "yes" | undefined } => ({
    sent: sent === "yes" ? sent : undefined,
  }),
});
