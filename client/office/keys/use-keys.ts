import { useEffect, useRef } from "react";
import { isKey, type KeyName, keys } from "./keys";

/** What keys of the list in `keys.ts` do on a page. */
export type KeyActs = Readonly<Partial<Record<KeyName, (event: KeyboardEvent) => void>>>;

/**
 * Keys for the whole page. They rest while a dialog is open, and those without Ctrl while somebody
 * types.
 */
export function useKeys(acts: KeyActs): void {
  const current = useRef(acts);
  current.current = acts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const typing = isTyping(event.target);
      for (const name of Object.keys(current.current) as KeyName[]) {
        if (!isKey(event, name) || (typing && !("ctrl" in keys[name]))) continue;
        current.current[name]?.(event);
        return;
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button"].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable ||
    target.closest("[role=menu]") !== null
  );
}
