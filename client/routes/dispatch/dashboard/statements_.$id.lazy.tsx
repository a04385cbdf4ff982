import { createLazyFileRoute } from "@tanstack/react-router";
import { StatementScreen } from "../../../billing/statement-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/statements_/$id")({
  component: StatementPage,
});

function StatementPage() {
  const { settings } = Route.useRouteContext();
  const statement = Route.useLoaderData();
  return <StatementScreen brand={settings.brand} statement={statement} />;
}
