import { createLazyFileRoute } from "@tanstack/react-router";
import { StatementScreen } from "../../../billing/statement-screen";
import { useOffice } from "../../../office/calls";

export const Route = createLazyFileRoute("/dispatch/dashboard/statements_/$id")({
  component: StatementPage,
});

function StatementPage() {
  const { settings } = useOffice();
  const statement = Route.useLoaderData();
  return <StatementScreen brand={settings.brand} statement={statement} />;
}
