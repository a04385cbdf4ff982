import { servedPart } from "../lazy/served-part";

/** `ContactCard`, whose program comes right after the page's. */
export const contactCard = servedPart(async () => (await import("./contact-form")).ContactCard);
