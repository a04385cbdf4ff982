import { useCallback, useRef } from "react";

/**
 * Puts the cursor into a field that is wrong: give the form the `ref`, then call `focus` with the
 * field's `name`. Waits for the next frame, when a field that was disabled can take it again.
 */
export function useFormFocus() {
  const ref = useRef<HTMLFormElement>(null);
  const focus = useCallback((name: string) => {
    requestAnimationFrame(() => {
      const control = ref.current?.elements.namedItem(name);
      if (control instanceof HTMLElement) control.focus();
    });
  }, []);
  return { ref, focus };
}
