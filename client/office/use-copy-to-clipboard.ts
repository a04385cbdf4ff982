import { useState } from "react";

/** Copies a text to the clipboard and reports the result. Shows `failureText` if the browser refuses. */
export function useCopyToClipboard(text: string, failureText: string) {
  const [message, setMessage] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage("Copied.");
    } catch {
      setMessage(`Your browser blocked copying. ${failureText}`);
    }
  };
  return { message, copy };
}
