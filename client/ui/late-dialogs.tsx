/** Dialogs for a page that opens none by itself: they come right after it, before anybody presses. */
import { useLate } from "../late";
import type { ConfirmDialogProps } from "./confirm-dialog";
import type { PopupProps } from "./popup";

const loadDialogs = async () => (await import("./dialogs")).dialogs;

/** `ConfirmDialog`, loaded after the page. */
export function LateConfirmDialog(props: ConfirmDialogProps) {
  const dialogs = useLate(loadDialogs);
  return dialogs && <dialogs.ConfirmDialog {...props} />;
}

/** `Popup`, loaded after the page. */
export function LatePopup(props: PopupProps) {
  const dialogs = useLate(loadDialogs);
  return dialogs && <dialogs.Popup {...props} />;
}
