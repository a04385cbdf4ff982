import { useEffect, useRef } from "react";

/** What each key does, by `KeyboardEvent.key`; letters in lower case. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Single keys for the whole page. They rest while somebody types, while a dialog is open, and with
 * Ctrl, Alt or the command key held, which belong to the browser.
 */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const act = Object.hasOwn(current.current, key) ? current.current[key] : undefined;
      if (!act) return;
      act(event);
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
