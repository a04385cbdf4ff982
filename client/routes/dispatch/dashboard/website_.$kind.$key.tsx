import { createFileRoute, notFound } from "@tanstack/react-router";
import type { ContentKind } from "../../../../src/content/content-values-contract";
import { loadAsStaff } from "../../../office/calls";

/** The page of one item of the website. `/website/post/new` adds a post; any other last part is an item's key. */
export const Route = createFileRoute("/dispatch/dashboard/website_/$kind/$key")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { kind: kindParam, key } }) => {
    // Loads lazily, because every page of dispatch loads this file and few open the website.
    const { kindTexts } = await import("../../../website/kinds");
    if (!Object.hasOwn(kindTexts, kindParam)) throw notFound();
    const kind = kindParam as ContentKind;
    if (key === "new") return { kind, first: null };
    const param = { kind, key };
    return { kind, first: await loadAsStaff(api.admin.content[":kind"][":key"].$get({ param })) };
  },
  head: ({ match }) => ({ meta: [{ title: `Website · ${match.context.settings.brand}` }] }),
});
