/** Dialogs for a page that opens none at first: they load right after it, before anybody presses. */
import { lazy } from "../lazy";

export const LazyConfirmDialog = lazy(async () => (await import("./confirm-dialog")).ConfirmDialog);
export const LazyPopup = lazy(async () => (await import("./popup")).Popup);
