import { createFileRoute, redirect } from "@tanstack/react-router";

/**
 * The screen to enter the code. It needs the navigation state of the login screen. A page opened by its address has
 * none, so the server redirects to the login screen.
 */
export const Route = createFileRoute("/_rider/{$brand}Client/ClientVerify")({
  beforeLoad: ({ params }) => {
    if (typeof window === "undefined") {
      throw redirect({ to: "/{$brand}Client", params, replace: true });
    }
  },
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Enter your code")} · ${match.context.settings.brand}` },
    ],
  }),
});
