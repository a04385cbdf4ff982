import type { Language } from "../../src/accounts/contract";
import type { Part, Words } from "./words";

/**
 * Makes ready what the pages that are about to be shown say: in the rider's own language when it is
 * known, or else in the one that the page has. Call it in the `beforeLoad` of an area's outermost route.
 */
export async function enterWords(
  words: Words,
  matches: readonly { staticData: { words?: readonly Part[] } }[],
  own?: Language,
): Promise<void> {
  // Words that can't be had in the rider's own language leave the page in the one it has.
  if (own) await words.speak(own).catch(() => {});
  await words.load(matches.flatMap(({ staticData }) => staticData.words ?? []));
}
