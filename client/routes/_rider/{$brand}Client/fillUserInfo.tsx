import { createFileRoute, redirect } from "@tanstack/react-router";
import { isProfileComplete } from "../../../riders/profile";

/** The form in which a new rider enters their name, after the first code. */
export const Route = createFileRoute("/_rider/{$brand}Client/fillUserInfo")({
  beforeLoad: ({ context, cause }) => {
    const { getUser } = context.session;
    // Only on arrival, because otherwise saving the name here would close the success message early.
    if (cause === "enter" && isProfileComplete(getUser)) throw redirect({ to: "/booking" });
  },
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("User Info")} · ${match.context.settings.brand}` }],
  }),
});
