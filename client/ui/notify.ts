import type { ToastKind } from "./toasts";

/**
 * Shows a toast; its code loads after the first screen. Offline there are no toasts; the screens show the
 * same information.
 */
export async function notify(kind: ToastKind, text: string): Promise<void> {
  const toasts = await import("./toasts").catch(() => null);
  toasts?.showToast(kind, text);
}
