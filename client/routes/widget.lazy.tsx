import { createLazyFileRoute } from "@tanstack/react-router";
import { bookingWidget } from "../widget/late-widget";

export const Route = createLazyFileRoute("/widget")({ component: Embedded });

function Embedded() {
  const { api, settings } = Route.useRouteContext();
  return <bookingWidget.Part api={api} search={Route.useSearch()} settings={settings} />;
}
