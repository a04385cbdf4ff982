import { and, eq, gt, gte, inArray, isNotNull, sql } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import type { Deps } from "../deps";
import { connectedConfig } from "../settings/connections/connection-queries";
import { readOperator } from "../settings/queries";
import type { TrafficRulesAnswer } from "./traffic-contract";
import { measureTraffic, noTraffic } from "./traffic-rules";

const MEASURED_DAYS = 180;
const DAY_MS = 86_400_000;
/** On shorter trips, a minute at the kerb would count too much. */
const MIN_ROUTE_SECONDS = 300;
const MAX_TRIPS = 20_000;

/** Returns the percentages in use, and those measured on the trips of the last 180 days. */
export function readTrafficRules(deps: Deps): TrafficRulesAnswer {
  const { trafficPercents, trafficChangedAt, version } = readOperator(deps);
  const { boardedAt, endedAt, durationSeconds, createdAt } = reservations;
  const trips = deps.db
    .select({
      pickupLocal: reservations.pickupLocal,
      plannedSeconds: durationSeconds,
      drivenSeconds: sql<number>`(${endedAt} - ${boardedAt}) / 1000.0`,
    })
    .from(reservations)
    .where(
      and(
        inArray(reservations.state, ["completed", "settled"]),
        inArray(reservations.serviceType, ["point_to_point", "airport_pickup", "airport_dropoff"]),
        gt(reservations.pickupAt, deps.now() - MEASURED_DAYS * DAY_MS),
        // Trips booked earlier were planned with other percentages.
        gt(createdAt, trafficChangedAt ?? 0),
        gte(durationSeconds, MIN_ROUTE_SECONDS),
        // A trip with a stop includes a wait, so its time says nothing about traffic.
        eq(sql`json_array_length(${reservations.stops})`, 0),
        isNotNull(boardedAt),
        gt(endedAt, boardedAt),
      ),
    )
    .orderBy(sql`${reservations.pickupAt} DESC`)
    .limit(MAX_TRIPS)
    .all();
  return {
    rules: { trafficPercents: [...(trafficPercents ?? noTraffic)] },
    version,
    hasRouter: connectedConfig(deps).routerUrl !== null,
    measured: measureTraffic(trips, trafficPercents),
  };
}
