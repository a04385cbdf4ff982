/** Traffic by the hour: what it does to a way's time, and what the operator's own trips say of it. */
import {
  MIN_TRAFFIC_PERCENT,
  MAX_TRAFFIC_PERCENT,
  TRAFFIC_HOURS,
  type TrafficRulesAnswer,
} from "./traffic-contract";

/** No traffic at any hour. */
export const noTraffic: readonly number[] = Array.from({ length: TRAFFIC_HOURS }, () => 100);

/** Fewer trips in an hour are not enough for a proposal. */
const MIN_TRIPS_PER_HOUR = 5;
/** Percentages are proposed in steps: a trip more changes nothing. */
const STEP_PERCENT = 5;

/** Which of the hours a local time such as `2026-11-21T09:30` is in. */
export function trafficHour(local: string): number {
  const [year = 0, month = 1, day = 1] = local.slice(0, 10).split("-").map(Number);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return Number(local.slice(11, 13)) + (weekday === 0 || weekday === 6 ? 24 : 0);
}

/** What of its time without traffic a way takes at a local time, in per cent. */
export function trafficPercentAt(percents: readonly number[] | null, local: string): number {
  return percents?.[trafficHour(local)] ?? 100;
}

/** A trip that was planned with the percentages in use. */
interface DrivenTrip {
  pickupLocal: string;
  plannedSeconds: number;
  drivenSeconds: number;
}

/** By hour, what trips took of their time without traffic: the middle one of at least five. */
export function measureTraffic(
  trips: readonly DrivenTrip[],
  percents: readonly number[] | null,
): TrafficRulesAnswer["measured"] {
  const percentsByHour = Array.from({ length: TRAFFIC_HOURS }, (): number[] => []);
  for (const { pickupLocal, plannedSeconds, drivenSeconds } of trips) {
    const hour = trafficHour(pickupLocal);
    percentsByHour[hour]?.push((drivenSeconds / plannedSeconds) * (percents?.[hour] ?? 100));
  }
  return percentsByHour.map((found) => {
    if (found.length < MIN_TRIPS_PER_HOUR) return null;
    const middle = found.sort((a, b) => a - b)[found.length >> 1] ?? 100;
    const percent = Math.round(middle / STEP_PERCENT) * STEP_PERCENT;
    return {
      percent: Math.max(MIN_TRAFFIC_PERCENT, Math.min(MAX_TRAFFIC_PERCENT, percent)),
      trips: found.length,
    };
  });
}
