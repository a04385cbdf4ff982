import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../dispatch/calls";

export const Route = createFileRoute("/dispatch/dashboard/Outbox")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context }) => {
    const { messages, nextCursor } = await loadAsStaff(
      context.api.admin.outbox.$get({ query: {} }),
    );
    return { first: { rows: messages, nextCursor } };
  },
  head: ({ match }) => ({ meta: [{ title: `Outbox · ${match.context.settings.brand}` }] }),
});
