import { lazy } from "../../../lazy";

/** What was reported of a trip or by a driver, within the pages of other areas. */
export const IncidentsOf = lazy(
  async () => (await import("../../../incidents/incidents-of")).default,
);
