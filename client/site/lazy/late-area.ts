import { servedPart } from "./served-part";

/** `WhereWeDrive`, whose program comes right after the page's. */
export const whereWeDrive = servedPart(
  async () => (await import("../where-we-drive")).WhereWeDrive,
);
