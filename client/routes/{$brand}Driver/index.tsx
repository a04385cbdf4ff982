import { createFileRoute } from "@tanstack/react-router";
import { leaveIfSignedIn } from "../../driving/leave-if-signed-in";

/** The driver's sign-in. Whoever is signed in already goes to the dashboard. */
export const Route = createFileRoute("/{$brand}Driver/")({
  staticData: { listed: true },
  beforeLoad: ({ context }) => leaveIfSignedIn(context.api),
  head: ({ match }) => ({
    meta: [
      { title: `Driver sign-in · ${match.context.settings.brand}` },
      {
        name: "description",
        content: `For drivers of ${match.context.settings.brand}: today’s rides, what is to come, and what you earned.`,
      },
    ],
  }),
});
