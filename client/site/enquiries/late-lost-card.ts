import { servedPart } from "../lazy/served-part";

/** `LostCard`, whose program comes right after the page's. */
export const lostCard = servedPart(async () => (await import("./lost-form")).LostCard);
