import { servedPart } from "./served-part";

/** `PublicFooter`, whose program comes right after the page's. */
export const publicFooter = servedPart(async () => (await import("../public-footer")).PublicFooter);
