import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Language } from "../../../src/settings/languages/languages-contract";
import { read } from "../../api";
import { keepLanguage } from "../../words/keep-language";

/**
 * Changes the language: saved to the account of a driver who is signed in, and in this browser. Rejects if it
 * cannot be saved or its words cannot be loaded.
 */
export function useLanguageChange(isSignedIn: boolean): (language: Language) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (language) => {
      const { api, words } = router.options.context;
      if (isSignedIn) await read(api.driver.language.$put({ json: { language } }));
      await words.speak(language);
      if (!isSignedIn) words.chosen = language;
      keepLanguage(language);
      // The page's title is made by its route.
      await router.invalidate();
    },
    [router, isSignedIn],
  );
}
