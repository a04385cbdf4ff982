import { useRouter } from "@tanstack/react-router";
import type { Language } from "../../src/settings/languages/languages-contract";
import { rememberLanguage } from "./remember-language";

/**
 * Changes the language in this browser and, through `save`, in the account. `save` is null before the sign-in. The page
 * and everything typed stay. Rejects if the language cannot be saved or its words cannot be loaded.
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
    // The route makes the page's title, so run it again.
    await router.invalidate();
  };
}
