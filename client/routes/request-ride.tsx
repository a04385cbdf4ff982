import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { textPage } from "../site/page-load";

/** A plain form comes back here with what came of it: then it is rendered for its visitor. */
export const Route = createFileRoute("/request-ride")({
  ...textPage(
    "request-ride",
    phrase("Request a ride"),
    (api) => load(api.content.area.$get()),
    "ride",
  ),
  // Said also where it is none: the address's own would stand otherwise.
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: "yes" | undefined } => ({
    sent: sent === "yes" ? sent : undefined,
  }),
});
