import { lateView } from "../late";

/** As `IncidentsOf`, whose code comes after the first page that shows it. */
export const LateIncidents = lateView(async () => (await import("./incidents-of")).default);
