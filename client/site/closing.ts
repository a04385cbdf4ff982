import { servedPart } from "./lazy/served-part";

/** The end of a page, whose program comes right after the page's. */
export const closing = servedPart(async () => (await import("./closing-scene")).ClosingScene);
export const Closing = closing.Part;
