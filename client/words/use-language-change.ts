import { useRouter } from "@tanstack/react-router";
import type { Language } from "../../src/settings/languages/languages-contract";
import { rememberLanguage } from "./remember-language";

/**
 * Changes the language: in the account by `save`, which is null before the sign-in, and in this browser. The page
 * stays, with everything typed. Rejects if it cannot be saved or its words cannot be loaded.
 */
export function useLanguageChange(
  save: ((language: Language) => Promise<unknown>) | null,
): (language: Language) => Promise<void> {
  const router = useRouter();
  return async (language) => {
    const { words } = router.options.context;
    await save?.(language);
    await words.setLanguage(language);
    if (!save) words.chosen = language;
    rememberLanguage(language);
    // The page's title is made by its route.
    await router.invalidate();
  };
}
