import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/imports_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context, params: { id } }) => {
    const { imports } = context.api.admin;
    const [{ import: first }, { mappings }] = await Promise.all([
      loadAsStaff(imports[":id"].$get({ param: { id } })),
      loadAsStaff(imports.$get()),
    ]);
    return { first, mappings };
  },
  head: ({ match }) => ({ meta: [{ title: `Import · ${match.context.settings.brand}` }] }),
});
