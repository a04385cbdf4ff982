import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Language } from "../../src/accounts/contract";
import { keepLanguage } from "../words/keep-language";
import { useAuth } from "./client-auth";

/**
 * Changes the language: saved to the account of a signed-in rider, and in this browser for visits without
 * one. The page stays, with everything typed. Rejects if it cannot be saved or its words cannot be loaded.
 */
export function useLanguageChange(): (language: Language) => Promise<void> {
  const router = useRouter();
  const { isAuthenticated, updateProfile } = useAuth();
  return useCallback(
    async (language) => {
      const { words } = router.options.context;
      if (isAuthenticated) await updateProfile({ language });
      await words.speak(language);
      if (!isAuthenticated) words.chosen = language;
      keepLanguage(language);
      // The page's title is made by its route.
      await router.invalidate();
    },
    [router, isAuthenticated, updateProfile],
  );
}
