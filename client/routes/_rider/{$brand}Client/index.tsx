import { createFileRoute, redirect } from "@tanstack/react-router";

/** The rider's sign-in. Whoever is signed in already has no business here. */
export const Route = createFileRoute("/_rider/{$brand}Client/")({
  validateSearch: ({ notice }): { notice?: "provider" | undefined } => ({
    notice: notice === "provider" ? notice : undefined,
  }),
  beforeLoad: ({ context }) => {
    if (context.session.authenticated) throw redirect({ to: "/" });
  },
  head: ({ match }) => ({ meta: [{ title: `Sign in · ${match.context.settings.brand}` }] }),
});
