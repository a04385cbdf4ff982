import { createFileRoute } from "@tanstack/react-router";
import type { ContentKind } from "../../../../src/content/values-contract";
import { loadAsStaff } from "../../../dispatch/calls";

/** By their words in the address; the first is that of an address without one. */
const kinds: Record<string, ContentKind> = {
  texts: "page",
  services: "service",
  posts: "post",
  questions: "faq",
  team: "member",
  history: "milestone",
  banners: "banner",
};

/** What the public site says, a kind at a time. */
export const Route = createFileRoute("/dispatch/dashboard/website")({
  staticData: { private: true },
  gcTime: 0,
  validateSearch: ({ tab }: Record<string, unknown>): { tab: string | undefined } => ({
    tab: typeof tab === "string" && Object.hasOwn(kinds, tab) ? tab : undefined,
  }),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: async ({ context, deps: { tab } }) => {
    const kind = kinds[tab ?? "texts"] ?? "page";
    const list = await loadAsStaff(context.api.admin.content[":kind"].$get({ param: { kind } }));
    return { kind, list };
  },
  head: ({ match }) => ({ meta: [{ title: `Website · ${match.context.settings.brand}` }] }),
});
