import { useEffect, useState } from "react";

type NumberTextModule = typeof import("./number-text");
type PickerModule = typeof import("./country-picker");

/** The table of countries for a phone field; it loads when a number is about to be typed. */
export type PhoneParts = NumberTextModule & PickerModule;

let loadedParts: PhoneParts | null = null;

/** Loads the parts once; a failed load is repeated at the next call. */
export async function loadPhoneParts(): Promise<PhoneParts> {
  if (loadedParts) return loadedParts;
  const [numberText, picker] = await Promise.all([
    import("./number-text"),
    import("./country-picker"),
  ]);
  loadedParts = { ...numberText, ...picker };
  return loadedParts;
}

/**
 * The parts, null until loaded. Requested while `isWanted`, and again at each change of `retryKey`, so that the
 * next key retries a failed load.
 */
export function usePhoneParts(isWanted: boolean, retryKey?: unknown): PhoneParts | null {
  const [parts, setParts] = useState(loadedParts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `retryKey` is a new try
  useEffect(() => {
    if (!isWanted || parts) return;
    let isUnmounted = false;
    loadPhoneParts().then(
      (found) => !isUnmounted && setParts(found),
      // The field works without them and tries again.
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [isWanted, parts, retryKey]);
  return parts;
}
