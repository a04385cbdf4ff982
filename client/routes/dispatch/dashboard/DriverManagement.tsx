import { createFileRoute } from "@tanstack/react-router";
import { may } from "../../../../src/accounts/permission-rules";
import { withWeeks } from "../../../availability/with-weeks";
import { loadAsStaff } from "../../../dispatch/calls";
import { readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/DriverManagement")({
  staticData: { private: true },
  validateSearch: readListSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  gcTime: 0,
  loader: async ({ context, deps: { q }, parentMatchPromise }) => {
    const role = (await parentMatchPromise).loaderData?.profile.role;
    const [{ drivers, nextCursor }, { waiting }] = await Promise.all([
      loadAsStaff(context.api.admin.drivers.$get({ query: { ...(q && { q }) } })),
      // Who does not judge papers is not told of those who send them.
      role && may(role, "papers.judge")
        ? loadAsStaff(
            context.api.admin["driver-applications"].$get({
              query: { status: "submitted", limit: "1" },
            }),
          )
        : { waiting: null },
    ]);
    const rows = await withWeeks(context.api, drivers, loadAsStaff);
    return { first: { rows, nextCursor }, waiting, askedAt: Date.now() };
  },
  head: ({ match }) => ({ meta: [{ title: `Drivers · ${match.context.settings.brand}` }] }),
});
