import { createFileRoute } from "@tanstack/react-router";
import { loadMine } from "../../../../riders/session";

export const Route = createFileRoute("/_rider/_protected/profile/notifications")({
  loader: ({ context: { api } }) => loadMine(api, api.users["notification-choices"].$get()),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Notifications")} · ${match.context.settings.brand}` },
    ],
  }),
});
