import { createFileRoute, notFound } from "@tanstack/react-router";
import { ApiError } from "../../../api-error";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/statements_/$id")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    try {
      const call = api.admin.statements[":id"].$get({ param: { id } });
      return (await loadAsStaff(call)).statement;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ match }) => ({ meta: [{ title: `Statement · ${match.context.settings.brand}` }] }),
});
