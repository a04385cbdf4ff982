import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/statements_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const call = api.admin.statements[":id"].$get({ param: { id } });
    return (await loadAsStaff(call)).statement;
  },
  head: ({ match }) => ({ meta: [{ title: `Statement · ${match.context.settings.brand}` }] }),
});
