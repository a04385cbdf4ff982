import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Language } from "../../src/accounts/contract";
import { keepLanguage } from "../words/keep-language";
import { useAuth } from "./client-auth";

/**
 * The way to another language: kept with the account of a rider who is signed in, and in this browser
 * for the time without one. The page stays, with all that was typed. Rejects where it can't be kept, or
 * its words can't be had.
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
