import { useEffect, useState } from "react";

type Typing = typeof import("./number-text");
type Picker = typeof import("./country-picker");

/** What a phone box needs of the table of countries; it comes when a number is about to be typed. */
export type PhoneParts = Typing & Picker;

let loaded: PhoneParts | null = null;

/** Loads the parts, once; a try that failed is made again when asked again. */
export async function loadPhoneParts(): Promise<PhoneParts> {
  if (loaded) return loaded;
  const [typing, picker] = await Promise.all([import("./number-text"), import("./country-picker")]);
  loaded = { ...typing, ...picker };
  return loaded;
}

/**
 * The parts, null until they are there. They are asked for while `wanted`, and again for each change
 * of `again`, so that what a broken network kept back comes with the next key.
 */
export function usePhoneParts(wanted: boolean, again?: unknown): PhoneParts | null {
  const [parts, setParts] = useState(loaded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `again` is a new try
  useEffect(() => {
    if (!wanted || parts) return;
    let gone = false;
    loadPhoneParts().then(
      (found) => !gone && setParts(found),
      // The box works without them, and asks again.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [wanted, parts, again]);
  return parts;
}
