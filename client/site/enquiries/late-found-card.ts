import { servedPart } from "../lazy/served-part";

/** `FoundCard`, whose program comes right after the page's. */
export const foundCard = servedPart(async () => (await import("./found-form")).FoundCard);
