import { createLazyFileRoute } from "@tanstack/react-router";
import { BalanceList } from "../../../billing/balance-list";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/payouts")(officePage(Payouts));

function Payouts() {
  const { first, role } = Route.useLoaderData();
  const { q } = Route.useSearch();
  return <BalanceList first={first} q={q} role={role} />;
}
