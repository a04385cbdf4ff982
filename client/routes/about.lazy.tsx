import { createLazyFileRoute } from "@tanstack/react-router";
import { Closing } from "../site/closing";
import { PageHero } from "../site/page-hero";
import { Sections } from "../site/sections";
import { PublicShell } from "../ui/public-shell";

export const Route = createLazyFileRoute("/about")({ component: About });

function About() {
  const { settings } = Route.useRouteContext();
  const { page } = Route.useLoaderData();
  return (
    <PublicShell operator={settings}>
      <PageHero drawing="office" page={page} />
      <Sections sections={page.sections} />
      <Closing operator={settings} />
    </PublicShell>
  );
}
