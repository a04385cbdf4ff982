import { createFileRoute, redirect } from "@tanstack/react-router";

/**
 * Where the code is entered. What the login screen found comes as navigation state, which a page
 * opened by its address never has: the server sends such a visitor to the login screen.
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
