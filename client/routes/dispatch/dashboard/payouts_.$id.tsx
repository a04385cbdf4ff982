import { createFileRoute } from "@tanstack/react-router";
import { loadDeferred } from "../../../deferred-part";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/payouts_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context, params: { id } }) => {
    const { api } = context;
    const request = { param: { id }, query: {} };
    const [{ driver }, profile, money] = await Promise.all([
      loadAsStaff(api.admin.drivers[":id"].$get({ param: { id } })),
      loadAsStaff(api.admin.profile.$get()),
      loadDeferred(context, async ({ admin: { drivers } }) => {
        const path = drivers[":id"];
        const [account, statements, entries] = await Promise.all([
          loadAsStaff(path.account.$get(request)),
          loadAsStaff(path.statements.$get(request)),
          loadAsStaff(path.entries.$get(request)),
        ]);
        return { account, statements, entries };
      }),
    ]);
    return { driver, role: profile.role, money };
  },
  head: ({ match }) => ({ meta: [{ title: `Payouts · ${match.context.settings.brand}` }] }),
});
