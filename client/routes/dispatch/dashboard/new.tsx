import { createFileRoute } from "@tanstack/react-router";
import { markAnswer } from "../../../answer-data";
import { loadAsStaff } from "../../../dispatch/calls";

/** A trip to book another like it, and whether there again or back. */
interface Search {
  like?: string;
  way?: "again" | "back";
}

function readSearch({ like, way }: Record<string, unknown>): Search {
  return {
    ...(typeof like === "string" && like !== "" && like.length <= 64 && { like }),
    ...(way === "back" && { way }),
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
