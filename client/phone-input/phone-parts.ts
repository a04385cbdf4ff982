import { useEffect, useState } from "react";

type NumberTextModule = typeof import("./number-text");
type Picker = typeof import("./country-picker");

/** The table of countries for a phone field; it loads when a number is about to be typed. */
export type PhoneParts = NumberTextModule & Picker;

let loaded: PhoneParts | null = null;

/** Loads the parts once; a failed load is repeated at the next call. */
export async function loadPhoneParts(): Promise<PhoneParts> {
  if (loaded) return loaded;
  const [typing, picker] = await Promise.all([import("./number-text"), import("./country-picker")]);
  loaded = { ...typing, ...picker };
  return loaded;
}

/**
 * The parts, null until loaded. Requested while `wanted`, and again at each change of `again`, so that the
 * next key retries a failed load.
 */
export function usePhoneParts(wanted: boolean, again?: unknown): PhoneParts | null {
  const [parts, setParts] = useState(loaded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `again` is a new try
  useEffect(() => {
    if (!wanted || parts) return;
    let gone = false;
    loadPhoneParts().then(
      (found) => !gone && setParts(found),
      // The field works without them and tries again.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [wanted, parts, again]);
  return parts;
}
