import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/Outbox")({
  staticData: { isPrivate: true },
  // The key is set even if undefined, because otherwise the old value would stay in the address.
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
