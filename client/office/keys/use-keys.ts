import { useEffect, useRef } from "react";
import { isKey, type KeyName, keys } from "./keys";

/** The action of each key of `keys.ts` on a page. */
export type KeyHandlers = Readonly<Partial<Record<KeyName, (event: KeyboardEvent) => void>>>;

/**
 * Keyboard shortcuts of the page. They are off while a dialog is open; those without Ctrl are also
 * off while somebody types.
 */
export function useKeys(handlers: KeyHandlers): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const isInKeyControl = takesKeys(event.target);
      for (const name of Object.keys(current.current) as KeyName[]) {
        if (!isKey(event, name) || (isInKeyControl && !("ctrl" in keys[name]))) continue;
        current.current[name]?.(event);
        return;
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

function takesKeys(target: EventTarget | null): boolean {
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
