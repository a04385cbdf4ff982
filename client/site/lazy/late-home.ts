import { servedPart } from "./served-part";

/** `HomeBelow`, whose program comes right after the page's. */
export const homeBelow = servedPart(async () => (await import("../home-below")).HomeBelow);
