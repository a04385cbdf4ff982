import { lazy } from "../../../lazy";

/** Incidents of a trip or driver, inside other pages. */
export const RelatedIncidents = lazy(
  async () => (await import("../../../incidents/related-incidents")).default,
);
