import { useEffect, useState } from "react";

type NumberTextModule = typeof import("./number-text");
type PickerModule = typeof import("./country-picker");

/**
 * The lazily loaded code of a phone field, with the table of countries. It loads when somebody is about to type a
 * number.
 */
export type PhoneParts = NumberTextModule & PickerModule;

let loadedParts: PhoneParts | null = null;

/** Loads the parts once. After a failure, the next call tries again. */
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
 * Returns the parts; null until loaded. Loads them while `isWanted`, and again at each change of `retryKey`, so that
 * the next key press retries a failed load.
 */
export function usePhoneParts(isWanted: boolean, retryKey?: unknown): PhoneParts | null {
  const [parts, setParts] = useState(loadedParts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `retryKey` is a new try
  useEffect(() => {
    if (!isWanted || parts) return;
    let isUnmounted = false;
    loadPhoneParts().then(
      (newParts) => !isUnmounted && setParts(newParts),
      // The field works without the parts and tries again.
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [isWanted, parts, retryKey]);
  return parts;
}
