import type { ToastKind } from "../ui/toasts";

/** Shows a toast. The toasts' code comes after the first screen, with the place they appear in. */
export async function tell(kind: ToastKind, text: string): Promise<void> {
  const { showToast } = await import("../ui/toasts");
  showToast(kind, text);
}
