import { servedPart } from "../lazy/served-part";

/** `ServiceBody`, whose program comes right after the page's. */
export const serviceBody = servedPart(async () => (await import("./service-body")).ServiceBody);
