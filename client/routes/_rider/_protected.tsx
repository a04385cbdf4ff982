import { createFileRoute, redirect } from "@tanstack/react-router";

/** The gate: everything below is for signed-in riders. The server answers others with a redirect. */
export const Route = createFileRoute("/_rider/_protected")({
  beforeLoad: ({ context }) => {
    if (!context.session.authenticated) throw redirect({ href: "/JoinUs" });
  },
});
