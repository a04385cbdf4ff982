import { servedPart } from "../lazy/served-part";

/** `OwnServiceBody`, whose program comes right after the page's. */
export const ownServiceBody = servedPart(
  async () => (await import("./own-service-body")).OwnServiceBody,
);
