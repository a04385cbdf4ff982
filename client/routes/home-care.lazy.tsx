import { createLazyFileRoute } from "@tanstack/react-router";
import { ServiceLanding } from "../site/service-pages/service-landing";

export const Route = createLazyFileRoute("/home-care")({ component: HomeCare });

function HomeCare() {
  const { api, settings, site, posted } = Route.useRouteContext();
  const { service, prices } = Route.useLoaderData();
  const { sent } = Route.useSearch();
  return (
    <ServiceLanding
      api={api}
      operator={settings}
      posted={posted}
      prices={prices}
      service={service}
      site={site}
      slug="home-care"
      wasSent={sent === "yes"}
    />
  );
}
