import { type ComponentType, useEffect, useState } from "react";
import type { ToastKind } from "./toasts";

/** The toasts' code comes after the first screen: nothing of it is needed to read that. */
async function load() {
  try {
    return await import("./toasts");
  } catch {
    // Without a network there are no toasts; what they say is on the screens as well.
    return null;
  }
}

/** Shows a toast. */
export async function tell(kind: ToastKind, text: string): Promise<void> {
  (await load())?.showToast(kind, text);
}

/** The place where toasts appear; in the browser only, once their code is there. */
export function Toasts() {
  const [Host, setHost] = useState<ComponentType | null>(null);
  useEffect(() => {
    void load().then((toasts) => setHost(() => toasts?.ToastHost ?? null));
  }, []);
  return Host && <Host />;
}
