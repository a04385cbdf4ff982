import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";
import { SitePage } from "../site/site-page";

const WhereWeDrive = lazyServed(async () => (await import("../site/where-we-drive")).WhereWeDrive);

export const Route = createLazyFileRoute("/about")({ component: About });

function About() {
  const { settings } = Route.useRouteContext();
  const { page, area } = Route.useLoaderData();
  return (
    <SitePage drawing="office" operator={settings} page={page} sections={page.sections}>
      <WhereWeDrive area={area} operator={settings} />
    </SitePage>
  );
}
