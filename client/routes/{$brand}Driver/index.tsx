import { createFileRoute } from "@tanstack/react-router";
import { leaveIfSignedIn } from "../../driving/leave-if-signed-in";

/** The driver's sign-in. Whoever is signed in already goes to the dashboard. */
export const Route = createFileRoute("/{$brand}Driver/")({
  beforeLoad: ({ context }) => leaveIfSignedIn(context.api),
  head: ({ match }) => ({
    meta: [{ title: `Driver sign-in · ${match.context.settings.brand}` }],
  }),
});
