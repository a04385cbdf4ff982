import type { Phrase } from "../../words/words";
import type { RouterContext } from "../../router-context";
import { pageHead, sitePageRoute } from "../page-load";

/**
 * Makes the route of a page with a form. A form sent without scripts returns here with its outcome, and the page is
 * then rendered for this visitor alone.
 */
export function formPageRoute(title?: Phrase, description?: Phrase) {
  return {
    ...sitePageRoute("enquiry"),
    // The key is set even if undefined, because otherwise the old value would stay in the address.
    validateSearch: ({ sent }: Record<string, unknown>): { sent?: "yes" | undefined } => ({
      sent: sent === "yes" ? sent : undefined,
    }),
    head: ({ match: { context } }: { match: { context: RouterContext } }) => {
      const { t } = context.words;
      return pageHead(context, title && t.of(title), description && t.of(description));
    },
  } as const;
}
