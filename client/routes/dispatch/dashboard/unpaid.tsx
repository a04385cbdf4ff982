import { createFileRoute } from "@tanstack/react-router";
import type { UnpaidReason } from "../../../../src/payments/contract";
import { loadAsStaff } from "../../../office/calls";
import { readFilters } from "../../../ui/list-search";

interface UnpaidSearch {
  what?: UnpaidReason | "overpaid" | undefined;
  rider?: string | undefined;
}

const unpaidFilters = ["trip", "cancellation", "no_show", "overpaid"] as const;

export const Route = createFileRoute("/dispatch/dashboard/unpaid")({
  staticData: { isPrivate: true },
  // The key is set even if undefined, because otherwise the old value would stay in the address.
  validateSearch: (raw: Record<string, unknown>): UnpaidSearch => {
    const { what, rider } = readFilters(raw, "what", "rider");
    return { what: unpaidFilters.find((kind) => kind === what), rider };
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
