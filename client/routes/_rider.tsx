import { createFileRoute } from "@tanstack/react-router";
import { sessionOf } from "../riders/session";

/** Everything that knows the rider: each page below finds `session` in its context. */
export const Route = createFileRoute("/_rider")({
  staticData: { private: true },
  beforeLoad: async ({ context }) => ({ session: await sessionOf(context.api) }),
});
