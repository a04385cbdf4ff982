import { createLazyFileRoute } from "@tanstack/react-router";
import { CompanyForm } from "../../../companies/company-form";
import { CompanyScreen } from "../../../companies/company-screen";
import { useOffice } from "../../../office/calls";

export const Route = createLazyFileRoute("/dispatch/dashboard/companies_/$id")({
  component: CompanyPage,
});

function CompanyPage() {
  const { settings } = useOffice();
  const data = Route.useLoaderData();
  if (!data) return <CompanyForm currency={settings.currency} record={null} />;
  return <CompanyScreen key={data.company.id} {...data} />;
}
