import { createLazyFileRoute } from "@tanstack/react-router";
import { NotificationChoices } from "../../../../riders/account/notification-choices";

export const Route = createLazyFileRoute("/_rider/_protected/profile/notifications")({
  component: NotificationsPage,
});

function NotificationsPage() {
  const { api } = Route.useRouteContext();
  return <NotificationChoices api={api} choices={Route.useLoaderData()} />;
}
