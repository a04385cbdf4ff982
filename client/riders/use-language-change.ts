import type { Language } from "../../src/accounts/contract";
import { useLanguageChange } from "../words/use-language-change";
import { useAuth } from "./client-auth";

/** Changes the rider's language, in their account too if they are signed in. */
export function useRiderLanguageChange(): (language: Language) => Promise<void> {
  const { isAuthenticated, updateProfile } = useAuth();
  return useLanguageChange(isAuthenticated ? (language) => updateProfile({ language }) : null);
}
