import { createLazyFileRoute } from "@tanstack/react-router";
import { SitePage } from "../site/site-page";

export const Route = createLazyFileRoute("/about")({ component: About });

function About() {
  const { settings } = Route.useRouteContext();
  const { page } = Route.useLoaderData();
  return <SitePage drawing="office" operator={settings} page={page} sections={page.sections} />;
}
