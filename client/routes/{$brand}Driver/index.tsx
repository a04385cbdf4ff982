import { createFileRoute } from "@tanstack/react-router";
import { leaveIfSignedIn } from "../../driving/leave-if-signed-in";

/** The driver's sign-in. A signed-in driver is redirected to the dashboard. */
export const Route = createFileRoute("/{$brand}Driver/")({
  staticData: { isListed: true },
  beforeLoad: ({ context }) => leaveIfSignedIn(context.api),
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Driver sign-in")} · ${match.context.settings.brand}` },
      {
        name: "description",
        content: match.context.words.t(
          "For drivers of {brand}: today’s rides, upcoming rides and your pay.",
          { brand: match.context.settings.brand },
        ),
      },
    ],
  }),
});
