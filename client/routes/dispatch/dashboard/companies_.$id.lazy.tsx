import { createLazyFileRoute } from "@tanstack/react-router";
import { CompanyForm } from "../../../companies/company-form";
import { CompanyScreen } from "../../../companies/company-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/companies_/$id")({
  component: CompanyPage,
});

function CompanyPage() {
  const { api, settings } = Route.useRouteContext();
  const data = Route.useLoaderData();
  if (!data) return <CompanyForm api={api} currency={settings.currency} record={null} />;
  return <CompanyScreen api={api} key={data.company.id} settings={settings} {...data} />;
}
