import { createLazyFileRoute } from "@tanstack/react-router";
import { BalanceList } from "../../../billing/balance-list";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";

export const Route = createLazyFileRoute("/dispatch/dashboard/payouts")({
  component: Payouts,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Payouts() {
  const { first, role } = Route.useLoaderData();
  const { q } = Route.useSearch();
  return <BalanceList first={first} q={q} role={role} />;
}
