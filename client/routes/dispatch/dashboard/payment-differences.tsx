import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

/** Differences between the payment providers and the ledger. */
export const Route = createFileRoute("/dispatch/dashboard/payment-differences")({
  staticData: { isPrivate: true },
  validateSearch: ({ resolved }: Record<string, unknown>): { resolved?: true } =>
    resolved === true || resolved === "true" ? { resolved: true } : {},
  loaderDeps: ({ search: { resolved } }) => ({ resolved }),
  gcTime: 0,
  loader: ({ context: { api }, deps: { resolved } }) =>
    loadAsStaff(
      api.admin["payment-differences"].$get({ query: resolved ? { resolved: "true" } : {} }),
    ),
  head: ({ match }) => ({
    meta: [{ title: `Payment differences · ${match.context.settings.brand}` }],
  }),
});
