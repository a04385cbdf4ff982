import type { RouterContext } from "../../router-context";
import { headOf } from "../page-load";

/**
 * What the route of a page with a form is. Sent without scripts it comes back here with what came of it: then
 * the page is rendered for its visitor.
 */
export function formPage(title?: string, description?: string) {
  return {
    staticData: { shared: true },
    // Said also where it is none: the address's own would stand otherwise.
    validateSearch: ({ sent }: Record<string, unknown>): { sent?: "yes" | undefined } => ({
      sent: sent === "yes" ? sent : undefined,
    }),
    head: ({ match }: { match: { context: RouterContext } }) =>
      headOf(match.context, title, description),
  } as const;
}
