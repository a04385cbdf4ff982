import { createFileRoute } from "@tanstack/react-router";
import type { Language } from "../../../../../src/accounts/contract";
import { isLanguage } from "../../../../../src/settings/languages/languages-contract";
import { loadAsStaff } from "../../../../office/calls";

/** Reads the selected message and language. Unknown ones select the first. */
function readSearch({ language, message }: Record<string, unknown>): {
  language: Language;
  message: string;
} {
  return {
    language: typeof language === "string" && isLanguage(language) ? language : "en",
    message: typeof message === "string" ? message : "received",
  };
}

/** The messages to riders, in the owner's words. */
export const Route = createFileRoute("/dispatch/dashboard/settings/texts")({
  staticData: { isPrivate: true },
  gcTime: 0,
  validateSearch: readSearch,
  loaderDeps: ({ search: { language } }) => ({ language }),
  loader: ({ context, deps }) =>
    loadAsStaff(context.api.admin.settings.texts.$get({ query: deps })),
  head: ({ match }) => ({
    meta: [{ title: `Message texts · ${match.context.settings.brand}` }],
  }),
});
