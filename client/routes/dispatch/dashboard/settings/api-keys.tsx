import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The keys with which other programs book and read trips. */
export const Route = createFileRoute("/dispatch/dashboard/settings/api-keys")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api } }) => {
    const [keys, calendars] = await Promise.all([
      loadAsStaff(api.admin["api-keys"].$get()),
      loadAsStaff(api.admin.calendars.$get()),
    ]);
    return { ...keys, ...calendars };
  },
  head: ({ match }) => ({ meta: [{ title: `API keys · ${match.context.settings.brand}` }] }),
});
