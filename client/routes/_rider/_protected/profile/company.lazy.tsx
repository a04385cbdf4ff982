import { createLazyFileRoute } from "@tanstack/react-router";
import { MyCompanies } from "../../../../riders/account/my-companies";

export const Route = createLazyFileRoute("/_rider/_protected/profile/company")({
  component: CompanyPage,
});

function CompanyPage() {
  const { api, settings } = Route.useRouteContext();
  const data = Route.useLoaderData();
  const { booked } = Route.useSearch();
  return <MyCompanies api={api} bookedTripNumber={booked} timeZone={settings.timeZone} {...data} />;
}
