import { servedPart } from "../lazy/served-part";

/** `CompanyBody`, whose program comes right after the page's. */
export const companyBody = servedPart(async () => (await import("./company-body")).CompanyBody);
