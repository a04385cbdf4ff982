import { createFileRoute, notFound } from "@tanstack/react-router";
import type { ContentKind } from "../../../../src/content/values-contract";
import { isLanguage, type Language } from "../../../../src/settings/languages/languages-contract";
import { ApiError } from "../../../api-error";
import { loadAsStaff } from "../../../office/calls";

/** `/website/post/new` adds a post, any other last word names one. */
export const Route = createFileRoute("/dispatch/dashboard/website_/$kind/$key")({
  staticData: { private: true },
  gcTime: 0,
  // Another language than the site's main one.
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: Language | undefined } => ({
    tab: typeof tab === "string" && isLanguage(tab) ? tab : undefined,
  }),
  loaderDeps: ({ search: { tab } }) => ({ language: tab }),
  loader: async ({ context: { api }, params: { kind: said, key }, deps: { language } }) => {
    // The server and the form know which kinds there are.
    const kind = said as ContentKind;
    if (key === "new") return { kind, first: null, translation: null };
    try {
      const param = { kind, key };
      const path = api.admin.content[":kind"][":key"];
      const [first, translation] = await Promise.all([
        loadAsStaff(path.$get({ param })),
        language
          ? loadAsStaff(path.translations[":language"].$get({ param: { ...param, language } }))
          : null,
      ]);
      return { kind, first, translation };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ match }) => ({ meta: [{ title: `Website · ${match.context.settings.brand}` }] }),
});
