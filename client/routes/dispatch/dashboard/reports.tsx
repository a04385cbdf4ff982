import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";
import { readReportSearch, reportQuery } from "../../../reports/report-search";
import { localDay } from "../../../ui/moment";

/** What trips came to; the address says when and by what. */
export const Route = createFileRoute("/dispatch/dashboard/reports")({
  staticData: { private: true },
  validateSearch: readReportSearch,
  loaderDeps: ({ search }) => search,
  gcTime: 0,
  loader: async ({ context: { api, settings }, deps }) => {
    const today = localDay(new Date().toISOString(), settings.timeZone);
    const query = reportQuery(deps, today);
    return { report: await loadAsStaff(api.admin.reports.$get({ query })), query };
  },
  head: ({ match }) => ({ meta: [{ title: `Reports · ${match.context.settings.brand}` }] }),
});
