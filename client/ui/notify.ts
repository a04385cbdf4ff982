import type { ToastKind } from "./toasts";

/**
 * Shows a toast, whose code comes after the first screen: nothing of it is needed to read that. Without a network
 * there is none; what it says is on the screens as well.
 */
export async function notify(kind: ToastKind, text: string): Promise<void> {
  const toasts = await import("./toasts").catch(() => null);
  toasts?.showToast(kind, text);
}
