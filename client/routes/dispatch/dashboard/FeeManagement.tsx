import { createFileRoute } from "@tanstack/react-router";
import { markAnswer } from "../../../answer-data";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/FeeManagement")({
  staticData: { private: true },
  gcTime: 0,
  // Its parts are screens of one draft: going from one to another asks for nothing again.
  staleTime: Number.POSITIVE_INFINITY,
  loader: async ({ context: { api } }) => {
    const [draft, { versions }, { vehicleClasses }] = await Promise.all([
      loadAsStaff(api.admin.fees.draft.$get()),
      loadAsStaff(api.admin.fees.versions.$get({ query: {} })),
      loadAsStaff(api.admin["vehicle-classes"].$get()),
    ]);
    // In force is the base of the draft, unless another version has started since.
    const id = versions.find(({ standing }) => standing === "in_force")?.id ?? draft.basedOn?.id;
    const inForce =
      id === undefined
        ? null
        : await loadAsStaff(api.admin.fees.versions[":id"].$get({ param: { id } }));
    return markAnswer({
      draft,
      inForce,
      vehicleClasses,
      coming: versions.filter(({ standing }) => standing === "coming"),
      // The server's, so that both render the same day.
      now: new Date().toISOString(),
    });
  },
  head: ({ match }) => ({ meta: [{ title: `Fees · ${match.context.settings.brand}` }] }),
});
