import { createFileRoute } from "@tanstack/react-router";
import type { Language } from "../../../../../src/accounts/contract";
import { isLanguage } from "../../../../../src/settings/languages/languages-contract";
import { loadAsStaff } from "../../../../office/calls";

/** Which message is shown, and in which language; what is none of them is the first. */
function readSearch({ language, message }: Record<string, unknown>): {
  language: Language;
  message: string;
} {
  return {
    language: typeof language === "string" && isLanguage(language) ? language : "en",
    message: typeof message === "string" ? message : "received",
  };
}

/** What riders are told, in the owner's words. */
export const Route = createFileRoute("/dispatch/dashboard/settings/texts")({
  staticData: { private: true },
  gcTime: 0,
  validateSearch: readSearch,
  loaderDeps: ({ search: { language } }) => ({ language }),
  loader: ({ context, deps }) =>
    loadAsStaff(context.api.admin.settings.texts.$get({ query: deps })),
  head: ({ match }) => ({
    meta: [{ title: `Texts of messages · ${match.context.settings.brand}` }],
  }),
});
