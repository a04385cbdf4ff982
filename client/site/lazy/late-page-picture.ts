import { servedPart } from "./served-part";

/** `PagePicture`, whose program comes right after the page's. */
export const pagePicture = servedPart(async () => (await import("../page-hero")).PagePicture);
