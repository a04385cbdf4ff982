import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { textPageRoute } from "../site/page-load";

/**
 * A form sent without scripts comes back here with its outcome; the page is then rendered for this visitor
 * alone.
 */
export const Route = createFileRoute("/request-ride")({
  ...textPageRoute(
    "request-ride",
    phrase("Request a ride"),
    (api) => load(api.content.area.$get()),
    "ride",
  ),
  // Also set where there is none: otherwise the one in the address would stay.
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: "yes" | undefined } => ({
    sent: sent === "yes" ? sent : undefined,
  }),
});
