import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

/** The page of one affiliate. `/affiliates/new` adds an affiliate, any other name is an affiliate's id. */
export const Route = createFileRoute("/dispatch/dashboard/affiliates_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) =>
    id === "new"
      ? null
      : (await loadAsStaff(api.admin.affiliates[":id"].$get({ param: { id } }))).affiliate,
  head: ({ match }) => ({ meta: [{ title: `Affiliate · ${match.context.settings.brand}` }] }),
});
