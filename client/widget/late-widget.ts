import { servedPart } from "../site/lazy/served-part";

/** `Widget`, whose program comes right after the page's. */
export const bookingWidget = servedPart(async () => (await import("./widget")).Widget);
