import type { ToastKind } from "./toasts";

/**
 * Shows a toast, whose code loads after the first screen. Without a network there are no toasts, but the screens show
 * the same information.
 */
export async function notify(kind: ToastKind, text: string): Promise<void> {
  const toasts = await import("./toasts").catch(() => null);
  toasts?.showToast(kind, text);
}
