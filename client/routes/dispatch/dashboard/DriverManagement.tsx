import { createFileRoute } from "@tanstack/react-router";
import { may } from "../../../../src/accounts/permission-rules";
import { withDriverWeeks } from "../../../availability/driver-weeks";
import { loadAsStaff } from "../../../office/calls";
import { type DriverSearch, driverQuery } from "../../../fleet/fleet-filters";
import { readFilters, readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/DriverManagement")({
  staticData: { isPrivate: true },
  validateSearch: (raw: Record<string, unknown>): DriverSearch => ({
    ...readListSearch(raw),
    ...readFilters(raw, "show", "service", "zone"),
  }),
  loaderDeps: ({ search: { q, show, service, zone } }) => ({ q, show, service, zone }),
  gcTime: 0,
  loader: async ({ context, deps, parentMatchPromise }) => {
    const role = (await parentMatchPromise).loaderData?.profile.role;
    const [{ drivers, nextCursor, counts }, { waiting }] = await Promise.all([
      loadAsStaff(context.api.admin.drivers.$get({ query: driverQuery(deps as DriverSearch) })),
      // Only people who review documents see submitted applications.
      role && may(role, "documents.review")
        ? loadAsStaff(
            context.api.admin["driver-applications"].$get({
              query: { status: "submitted", limit: "1" },
            }),
          )
        : { waiting: null },
    ]);
    const rows = await withDriverWeeks(context.api, drivers, loadAsStaff);
    return { first: { rows, nextCursor }, counts, waiting, requestedAt: Date.now() };
  },
  head: ({ match }) => ({ meta: [{ title: `Drivers · ${match.context.settings.brand}` }] }),
});
