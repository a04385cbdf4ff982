/** Dialogs for a page that opens none by itself: they come right after it, before anybody presses. */
import { lazy } from "../lazy";

export const LazyConfirmDialog = lazy(async () => (await import("./confirm-dialog")).ConfirmDialog);
export const LazyPopup = lazy(async () => (await import("./popup")).Popup);
