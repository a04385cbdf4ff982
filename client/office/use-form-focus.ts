import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Puts the cursor into a field that is wrong: give the form the `ref`, then call `focus` with the
 * field's `name`. It happens once what else changed is on screen, so that a field that has just
 * appeared, or was disabled, can take it.
 */
export function useFormFocus() {
  const ref = useRef<HTMLFormElement>(null);
  const [wanted, setWanted] = useState<{ name: string } | null>(null);
  useEffect(() => {
    const control = wanted && ref.current?.elements.namedItem(wanted.name);
    if (control instanceof HTMLElement) control.focus();
  }, [wanted]);
  const focus = useCallback((name: string) => setWanted({ name }), []);
  return { ref, focus };
}
