import { createLazyFileRoute } from "@tanstack/react-router";
import { Widget } from "../widget/widget";

export const Route = createLazyFileRoute("/widget")({ component: Embedded });

function Embedded() {
  const { api, settings } = Route.useRouteContext();
  return <Widget api={api} search={Route.useSearch()} settings={settings} />;
}
