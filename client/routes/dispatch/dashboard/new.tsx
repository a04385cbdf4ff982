import { createFileRoute } from "@tanstack/react-router";
import { markAsJson } from "../../../answer-data";
import { loadAsStaff } from "../../../office/calls";

/** A trip to book again or to book the return of, or a contact message to book for. */
interface Search {
  message?: string | undefined;
  like?: string | undefined;
  way?: "again" | "back" | undefined;
}

const idOf = (value: unknown) =>
  typeof value === "string" && value !== "" && value.length <= 64 ? value : undefined;

function readSearch({ like, way, message }: Record<string, unknown>): Search {
  // The keys are set even if undefined, because otherwise the old values would stay in the address.
  return {
    like: idOf(like),
    message: idOf(message),
    way: way === "back" ? way : undefined,
  };
}

export const Route = createFileRoute("/dispatch/dashboard/new")({
  staticData: { isPrivate: true },
  validateSearch: readSearch,
  loaderDeps: ({ search: { like, way = "again", message } }) => ({ like, way, message }),
  gcTime: 0,
  loader: async ({ context: { api }, deps: { like: id, way, message: messageId } }) => {
    if (messageId !== undefined) {
      const param = { id: messageId };
      const { message } = await loadAsStaff(api.admin["contact-messages"][":id"].$get({ param }));
      return markAsJson({ message });
    }
    if (id === undefined) return null;
    const { reservation } = await loadAsStaff(
      api.admin.reservations[":id"].$get({ param: { id } }),
    );
    return markAsJson({ trip: reservation, way });
  },
  head: ({ match }) => ({ meta: [{ title: `New booking · ${match.context.settings.brand}` }] }),
});
