import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/invoices_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const [{ invoice }, profile] = await Promise.all([
      loadAsStaff(api.admin.invoices[":id"].$get({ param: { id } })),
      loadAsStaff(api.admin.profile.$get()),
    ]);
    return { invoice, role: profile.role };
  },
  head: ({ match }) => ({ meta: [{ title: `Invoice · ${match.context.settings.brand}` }] }),
});
