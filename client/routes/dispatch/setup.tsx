import { createFileRoute, redirect } from "@tanstack/react-router";
import type { StartingStep } from "../../../src/desk/step-contract";
import { type Api, read } from "../../api";

/** A one-time token from the address; anything that can be none is no token. */
const tokenOf = (search: Record<string, unknown>) => ({
  token: typeof search.token === "string" ? search.token.slice(0, 128) : "",
});

/** The step that an owner who is signed in goes on with; null for anybody else. */
async function nextStep(api: Api): Promise<StartingStep | "board" | null> {
  try {
    const { steps } = await read(api.admin["getting-started"].$get());
    return steps.find(({ done, left }) => !done && !left)?.step ?? "board";
  } catch {
    // Without a session the link is what lets them in.
    return null;
  }
}

export const Route = createFileRoute("/dispatch/setup")({
  staticData: { private: true },
  validateSearch: tokenOf,
  // Whoever set it up already and closed the tab goes on where they were.
  loader: async ({ context }) => {
    const next = await nextStep(context.api);
    if (next === "board") throw redirect({ to: "/dispatch/dashboard/reservation" });
    if (next) throw redirect({ to: "/dispatch/setup/$step", params: { step: next } });
  },
  head: ({ match }) => ({
    meta: [
      { title: `Set up dispatch · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex" },
    ],
  }),
});
