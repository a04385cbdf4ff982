/** The links from figures to the board's list of the counted trips. */
import type { ReportGrouping } from "../../src/reports/contract";
import type { ViewSearch } from "../../src/dispatch/board/view-contract";

export type ReportFigure = "trips" | "cancelled" | "no_shows" | "on_time" | "late" | "charged";

const states: Record<ReportFigure, string> = {
  trips: "completed.settled",
  cancelled: "cancelled",
  no_shows: "no_show",
  on_time: "completed.settled.no_show",
  late: "completed.settled.no_show",
  charged: "completed.settled.cancelled.no_show",
};

/** Returns the board's address for a figure in the table row that `group` names. */
export function tripsSearchFor(
  figure: ReportFigure,
  days: { from: string; to: string },
  group?: { by: ReportGrouping; key: string },
): ViewSearch {
  const key = group?.key || "none";
  return {
    range: "custom",
    from: days.from,
    to: days.to,
    state: states[figure],
    ...((figure === "on_time" || figure === "late") && { arrival: figure }),
    ...(group?.by === "driver" && { driver: key }),
    ...(group?.by === "vehicle_class" && { vehicleClass: key }),
    ...(group?.by === "company" && { company: key }),
    ...(group?.by === "source" && { source: key as NonNullable<ViewSearch["source"]> }),
    ...(group?.by === "service_type" && { service: key }),
  };
}
