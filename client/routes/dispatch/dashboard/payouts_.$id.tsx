import { createFileRoute, notFound } from "@tanstack/react-router";
import { ApiError } from "../../../api-error";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/payouts_/$id")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const path = api.admin.drivers[":id"];
    const asked = { param: { id }, query: {} };
    try {
      const [account, statements, entries, { driver }, profile] = await Promise.all([
        loadAsStaff(path.account.$get(asked)),
        loadAsStaff(path.statements.$get(asked)),
        loadAsStaff(path.entries.$get(asked)),
        loadAsStaff(path.$get({ param: { id } })),
        loadAsStaff(api.admin.profile.$get()),
      ]);
      return { account, statements, entries, driver, role: profile.role };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ match }) => ({ meta: [{ title: `Payouts · ${match.context.settings.brand}` }] }),
});
