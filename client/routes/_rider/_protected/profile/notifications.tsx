import { createFileRoute } from "@tanstack/react-router";
import { loadAsRider } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/notifications")({
  loader: ({ context: { api } }) => loadAsRider(api, api.users["notification-choices"].$get()),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Notifications")} · ${match.context.settings.brand}` },
    ],
  }),
});
