import type { Phrase } from "../../words/words";
import type { RouterContext } from "../../router-context";
import { pageHead, sitePageRoute } from "../page-load";

/**
 * The route of a page with a form. A form sent without scripts comes back here with its outcome; the page
 * is then rendered for this visitor alone.
 */
export function formPageRoute(title?: Phrase, description?: Phrase) {
  return {
    ...sitePageRoute("enquiry"),
    // Also set where there is none: otherwise the one in the address would stay.
    validateSearch: ({ sent }: Record<string, unknown>): { sent?: "yes" | undefined } => ({
      sent: sent === "yes" ? sent : undefined,
    }),
    head: ({ match: { context } }: { match: { context: RouterContext } }) => {
      const { t } = context.words;
      return pageHead(context, title && t.of(title), description && t.of(description));
    },
  } as const;
}
