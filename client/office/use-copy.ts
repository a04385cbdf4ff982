import { useState } from "react";

/**
 * Copies a text to the clipboard and reports the result. `otherwise` is shown when the browser
 * refuses.
 */
export function useCopy(text: string, otherwise: string) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      setSaid(`Your browser blocked copying. ${otherwise}`);
    }
  };
  return { said, copy };
}
