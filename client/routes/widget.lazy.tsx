import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../lazy-served";

const Widget = lazyServed(async () => (await import("../widget/widget")).Widget);

export const Route = createLazyFileRoute("/widget")({ component: WidgetPage });

function WidgetPage() {
  const { api, settings } = Route.useRouteContext();
  return <Widget api={api} search={Route.useSearch()} settings={settings} />;
}
