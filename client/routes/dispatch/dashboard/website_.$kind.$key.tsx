import { createFileRoute, notFound } from "@tanstack/react-router";
import type { ContentKind } from "../../../../src/content/values-contract";
import { ApiError } from "../../../api-error";
import { loadAsStaff } from "../../../dispatch/calls";

/** `/website/post/new` adds a post, any other last word names one. */
export const Route = createFileRoute("/dispatch/dashboard/website_/$kind/$key")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context: { api }, params }) => {
    const { key } = params;
    // The server knows which kinds there are.
    const kind = params.kind as ContentKind;
    try {
      if (key !== "new") {
        const call = api.admin.content[":kind"][":key"].$get({ param: { kind, key } });
        return { kind, first: await loadAsStaff(call) };
      }
      // Whoever may not add one is told so here, and not after typing.
      await loadAsStaff(api.admin.content[":kind"].$get({ param: { kind } }));
      return { kind, first: null };
    } catch (error) {
      if (error instanceof ApiError && [400, 404].includes(error.status)) throw notFound();
      throw error;
    }
  },
  head: ({ match }) => ({ meta: [{ title: `Website · ${match.context.settings.brand}` }] }),
});
