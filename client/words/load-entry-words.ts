import type { Language } from "../../src/accounts/contract";
import type { Part, Words } from "./words";

/**
 * Loads the words of the next pages: in the account's own language if it is known, else in the page's. Call it in the
 * `beforeLoad` of an area's outermost route.
 */
export async function loadEntryWords(
  words: Words,
  matches: readonly { staticData: { words?: readonly Part[] } }[],
  accountLanguage?: Language,
): Promise<void> {
  // If the words of the account's own language can't be loaded, the page keeps its language.
  if (accountLanguage) await words.setLanguage(accountLanguage).catch(() => {});
  await words.load(matches.flatMap(({ staticData }) => staticData.words ?? []));
}
