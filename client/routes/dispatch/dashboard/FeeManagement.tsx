import { createFileRoute } from "@tanstack/react-router";
import { markAsJson } from "../../../answer-data";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/FeeManagement")({
  staticData: { isPrivate: true },
  gcTime: 0,
  // The screens below share one draft, so moving between them loads nothing.
  staleTime: Number.POSITIVE_INFINITY,
  loader: async ({ context: { api } }) => {
    const [draft, { versions }, { vehicleClasses }] = await Promise.all([
      loadAsStaff(api.admin.fees.draft.$get()),
      loadAsStaff(api.admin.fees.versions.$get({ query: {} })),
      loadAsStaff(api.admin["vehicle-classes"].$get()),
    ]);
    // The version in force. The draft is based on it, unless another version has started since.
    const id = versions.find(({ standing }) => standing === "in_force")?.id ?? draft.basedOn?.id;
    const inForce =
      id === undefined
        ? null
        : await loadAsStaff(api.admin.fees.versions[":id"].$get({ param: { id } }));
    return markAsJson({
      draft,
      inForce,
      vehicleClasses,
      scheduled: versions.filter(({ standing }) => standing === "coming"),
      // The server's day, so that server and browser render the same.
      now: new Date().toISOString(),
    });
  },
  head: ({ match }) => ({ meta: [{ title: `Fees · ${match.context.settings.brand}` }] }),
});
