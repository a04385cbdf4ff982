import { createLazyFileRoute } from "@tanstack/react-router";
import { MyCompanies } from "../../../../riders/account/my-companies";

export const Route = createLazyFileRoute("/_rider/_protected/profile/company")({
  component: CompanyPage,
});

function CompanyPage() {
  const { api, settings } = Route.useRouteContext();
  const data = Route.useLoaderData();
  return <MyCompanies api={api} timeZone={settings.timeZone} {...data} />;
}
