import { createFileRoute } from "@tanstack/react-router";
import type { MyLostReport, MyLostReports } from "../../../../../src/property/contract";
import { markAsJson } from "../../../../answer-data";
import { loadAsRider } from "../../../../riders/session";

const MAX_PAGES = 40;

/** The rider's lost reports. Each further page is loaded with the previous page's cursor. */
export const Route = createFileRoute("/_rider/_protected/trips/lost")({
  staticData: { words: ["trips"] },
  validateSearch: ({ pages }): { pages?: number | undefined } => ({
    pages:
      typeof pages === "number" && pages > 1 ? Math.min(MAX_PAGES, Math.floor(pages)) : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api }, deps: { pages = 1 } }) => {
    const reports: MyLostReport[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < pages; page++) {
      const query: { cursor?: string } = cursor ? { cursor } : {};
      const pageAnswer: MyLostReports = await loadAsRider(api, api["lost-reports"].$get({ query }));
      reports.push(...pageAnswer.reports);
      cursor = pageAnswer.nextCursor;
      if (cursor === null) break;
    }
    return markAsJson({ reports, nextPages: cursor && pages < MAX_PAGES ? pages + 1 : null });
  },
  head: ({ match: { context } }) => ({
    meta: [{ title: `${context.words.t("Lost something")} · ${context.settings.brand}` }],
  }),
});
