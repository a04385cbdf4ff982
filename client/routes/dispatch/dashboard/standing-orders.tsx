import { createFileRoute } from "@tanstack/react-router";
import type { StandingOrderState } from "../../../../src/reservations/standing-orders/order-contract";
import { loadAsStaff } from "../../../office/calls";

const states = ["active", "paused", "ended"] as const satisfies readonly StandingOrderState[];

/** All repeating trips. `state` filters them. */
export const Route = createFileRoute("/dispatch/dashboard/standing-orders")({
  staticData: { isPrivate: true },
  gcTime: 0,
  validateSearch: ({ state }): { state?: StandingOrderState | undefined } => ({
    state: states.find((each) => each === state),
  }),
  loaderDeps: ({ search: { state } }) => ({ state }),
  loader: async ({ context, deps: { state } }) => {
    const query = state ? { state } : {};
    const { standingOrders, nextCursor } = await loadAsStaff(
      context.api.admin["standing-orders"].$get({ query }),
    );
    return { first: { rows: standingOrders, nextCursor } };
  },
  head: ({ match }) => ({
    meta: [{ title: `Repeating trips · ${match.context.settings.brand}` }],
  }),
});
