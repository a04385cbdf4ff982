import { createFileRoute, redirect } from "@tanstack/react-router";
import { isProfileComplete } from "../../../riders/profile";

/** Where a new rider gives a name, after the first code. */
export const Route = createFileRoute("/_rider/{$brand}Client/fillUserInfo")({
  beforeLoad: ({ context, cause }) => {
    const { getUser } = context.session;
    // Only on arrival: the name that was just saved here must not cut its own message short.
    if (cause === "enter" && isProfileComplete(getUser)) throw redirect({ to: "/booking" });
  },
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("User Info")} · ${match.context.settings.brand}` }],
  }),
});
