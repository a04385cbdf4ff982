import { lazy } from "../../../lazy";

/** The incidents of a trip or driver, shown inside other pages. */
export const RelatedIncidents = lazy(
  async () => (await import("../../../incidents/related-incidents")).default,
);
