import { createLazyFileRoute } from "@tanstack/react-router";
import { whereWeDrive } from "../site/lazy/late-area";
import { SitePage } from "../site/site-page";

export const Route = createLazyFileRoute("/about")({ component: About });

function About() {
  const { settings } = Route.useRouteContext();
  const { page, area } = Route.useLoaderData();
  return (
    <SitePage drawing="office" operator={settings} page={page} sections={page.sections}>
      <whereWeDrive.Part area={area} operator={settings} />
    </SitePage>
  );
}
