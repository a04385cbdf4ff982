import { createFileRoute, notFound } from "@tanstack/react-router";
import { ApiError } from "../../../api-error";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/invoices_/$id")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    try {
      const [{ invoice }, profile] = await Promise.all([
        loadAsStaff(api.admin.invoices[":id"].$get({ param: { id } })),
        loadAsStaff(api.admin.profile.$get()),
      ]);
      return { invoice, role: profile.role };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ match }) => ({ meta: [{ title: `Invoice · ${match.context.settings.brand}` }] }),
});
