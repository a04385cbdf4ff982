/** The dialogs of a page that comes without them: loaded right after it, see late-dialogs. */
import { ConfirmDialog } from "./confirm-dialog";
import { Popup } from "./popup";

export const dialogs = { ConfirmDialog, Popup };
