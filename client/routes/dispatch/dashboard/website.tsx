import { createFileRoute } from "@tanstack/react-router";
import type { ContentKind } from "../../../../src/content/content-values-contract";
import { loadAsStaff } from "../../../office/calls";

/** The website's content, one kind at a time. By default it is the pages' texts. */
export const Route = createFileRoute("/dispatch/dashboard/website")({
  staticData: { isPrivate: true },
  gcTime: 0,
  validateSearch: ({ tab }: Record<string, unknown>) => ({
    // The server checks whether the kind exists.
    tab: typeof tab === "string" ? (tab as ContentKind) : undefined,
  }),
  loaderDeps: ({ search: { tab = "page" } }) => ({ kind: tab }),
  loader: async ({ context: { api }, deps: param }) => ({
    ...param,
    list: await loadAsStaff(api.admin.content[":kind"].$get({ param })),
  }),
  head: ({ match }) => ({ meta: [{ title: `Website · ${match.context.settings.brand}` }] }),
});
