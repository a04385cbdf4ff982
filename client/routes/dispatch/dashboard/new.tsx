import { createFileRoute } from "@tanstack/react-router";
import { markAnswer } from "../../../answer-data";
import { loadAsStaff } from "../../../office/calls";

/** An existing trip to book again, or to book the return of. */
interface Search {
  like?: string | undefined;
  way?: "again" | "back" | undefined;
}

function readSearch({ like, way }: Record<string, unknown>): Search {
  // Set even when absent: otherwise the old value would stay in the address.
  return {
    like: typeof like === "string" && like !== "" && like.length <= 64 ? like : undefined,
    way: way === "back" ? way : undefined,
  };
}

export const Route = createFileRoute("/dispatch/dashboard/new")({
  staticData: { private: true },
  validateSearch: readSearch,
  loaderDeps: ({ search: { like, way = "again" } }) => ({ like, way }),
  gcTime: 0,
  loader: async ({ context: { api }, deps: { like: id, way } }) => {
    if (id === undefined) return null;
    const { reservation } = await loadAsStaff(
      api.admin.reservations[":id"].$get({ param: { id } }),
    );
    return markAnswer({ trip: reservation, way });
  },
  head: ({ match }) => ({ meta: [{ title: `New booking · ${match.context.settings.brand}` }] }),
});
