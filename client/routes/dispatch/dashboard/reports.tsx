import { createFileRoute } from "@tanstack/react-router";
import type { Api } from "../../../api";
import { loadDeferred } from "../../../deferred-part";
import { loadAsStaff } from "../../../office/calls";
import { readReportSearch, reportQuery } from "../../../reports/report-search";
import { localDay } from "../../../ui/moment";

/** The reports, with the period and grouping in the address. */
export const Route = createFileRoute("/dispatch/dashboard/reports")({
  staticData: { isPrivate: true },
  validateSearch: readReportSearch,
  loaderDeps: ({ search }) => search,
  gcTime: 0,
  loader: async ({ context, deps }) => {
    const today = localDay(new Date().toISOString(), context.settings.timeZone);
    const query = reportQuery(deps, today);
    const loadReport = (api: Api) => loadAsStaff(api.admin.reports.$get({ query }));
    return { report: await loadDeferred(context, loadReport), query };
  },
  head: ({ match }) => ({ meta: [{ title: `Reports · ${match.context.settings.brand}` }] }),
});
