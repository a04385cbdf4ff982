import { lazy } from "../../../lazy";

/** Incidents of a trip or driver, inside other pages. */
export const IncidentsOf = lazy(
  async () => (await import("../../../incidents/incidents-of")).default,
);
