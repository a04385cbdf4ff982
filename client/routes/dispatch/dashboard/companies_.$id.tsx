import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

/** The page of one company. `/companies/new` adds a company, any other name is a company's id. */
export const Route = createFileRoute("/dispatch/dashboard/companies_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    if (id === "new") return null;
    const path = api.admin.companies[":id"];
    const [{ company }, trips, invoices, profile] = await Promise.all([
      loadAsStaff(path.$get({ param: { id } })),
      loadAsStaff(path.trips.$get({ param: { id }, query: { open: "yes" } })),
      loadAsStaff(path.invoices.$get({ param: { id }, query: {} })),
      loadAsStaff(api.admin.profile.$get()),
    ]);
    return { company, trips, invoices, role: profile.role };
  },
  head: ({ match }) => ({ meta: [{ title: `Company · ${match.context.settings.brand}` }] }),
});
