/** Dialogs for a page that opens none at first. They load right after the page, before anybody needs them. */
import { lazy } from "../lazy";

export const LazyConfirmDialog = lazy(async () => (await import("./confirm-dialog")).ConfirmDialog);
export const LazyPopup = lazy(async () => (await import("./popup")).Popup);
