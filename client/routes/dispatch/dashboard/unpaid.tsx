import { createFileRoute } from "@tanstack/react-router";
import type { UnpaidFor } from "../../../../src/payments/contract";
import { loadAsStaff } from "../../../office/calls";
import { readFilters } from "../../../ui/list-search";

interface UnpaidSearch {
  what?: UnpaidFor | "overpaid" | undefined;
  rider?: string | undefined;
}

const kinds = ["trip", "cancellation", "no_show", "overpaid"] as const;

export const Route = createFileRoute("/dispatch/dashboard/unpaid")({
  staticData: { private: true },
  // Said also where it is none: the address's own would stand otherwise.
  validateSearch: (raw: Record<string, unknown>): UnpaidSearch => {
    const { what, rider } = readFilters(raw, "what", "rider");
    return { what: kinds.find((kind) => kind === what), rider };
  },
  loaderDeps: ({ search }) => search,
  gcTime: 0,
  loader: async ({ context: { api }, deps: { what, rider } }) => {
    const query = {
      ...(what === "overpaid" ? { overpaid: "true" as const } : what && { what }),
      ...(rider && { rider }),
    };
    const { trips, sums, canPay, nextCursor } = await loadAsStaff(api.admin.unpaid.$get({ query }));
    return { first: { rows: trips, nextCursor }, sums, canPay, query };
  },
  head: ({ match }) => ({ meta: [{ title: `Unpaid · ${match.context.settings.brand}` }] }),
});
