import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/Outbox")({
  staticData: { private: true },
  // Said also where it is none: the address's own would stand otherwise.
  validateSearch: ({ failed }: Record<string, unknown>): { failed?: true | undefined } => ({
    failed: failed === true || failed === "true" ? true : undefined,
  }),
  loaderDeps: ({ search: { failed } }) => ({ failed }),
  gcTime: 0,
  loader: async ({ context, deps: { failed } }) => {
    const { messages, nextCursor } = await loadAsStaff(
      context.api.admin.outbox.$get({ query: { ...(failed && { failed: "true" }) } }),
    );
    return { first: { rows: messages, nextCursor } };
  },
  head: ({ match }) => ({ meta: [{ title: `Outbox · ${match.context.settings.brand}` }] }),
});
