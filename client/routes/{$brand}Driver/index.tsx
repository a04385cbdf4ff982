import { createFileRoute } from "@tanstack/react-router";
import { leaveIfSignedIn } from "../../driving/leave-if-signed-in";

/** The driver's sign-in. A signed-in driver goes to the dashboard. */
export const Route = createFileRoute("/{$brand}Driver/")({
  staticData: { listed: true },
  beforeLoad: ({ context }) => leaveIfSignedIn(context.api),
  head: ({ match }) => ({
    meta: [
      { title: `Driver sign-in · ${match.context.settings.brand}` },
      {
        name: "description",
        content: `For drivers of ${match.context.settings.brand}: today’s rides, upcoming rides and your pay.`,
      },
    ],
  }),
});
