import { createLazyFileRoute } from "@tanstack/react-router";
import { TermsScreen } from "../tracking/terms-screen";

export const Route = createLazyFileRoute("/terms/$version")({ component: TermsPage });

function TermsPage() {
  const { settings } = Route.useRouteContext();
  return <TermsScreen settings={settings} terms={Route.useLoaderData()} />;
}
