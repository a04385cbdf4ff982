/** The effect of traffic on durations, by hour, and its measurement on the operator's own trips. */
import {
  MIN_TRAFFIC_PERCENT,
  MAX_TRAFFIC_PERCENT,
  TRAFFIC_HOURS,
  type TrafficRulesAnswer,
} from "./traffic-contract";

/** The percentages without traffic at any hour. */
export const noTraffic: readonly number[] = Array.from({ length: TRAFFIC_HOURS }, () => 100);

/** The fewest trips in an hour that are enough to propose a percentage. */
const MIN_TRIPS_PER_HOUR = 5;
/** The steps of proposed percentages, so that a single trip changes nothing. */
const STEP_PERCENT = 5;

/** Returns the index of the hour for a local time such as `2026-11-21T09:30`. */
export function trafficHour(local: string): number {
  const [year = 0, month = 1, day = 1] = local.slice(0, 10).split("-").map(Number);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return Number(local.slice(11, 13)) + (weekday === 0 || weekday === 6 ? 24 : 0);
}

/** Returns the duration of a route at a local time, in percent of its duration without traffic. */
export function trafficPercentAt(percents: readonly number[] | null, local: string): number {
  return percents?.[trafficHour(local)] ?? 100;
}

/** A driven trip that was planned with the percentages in use. */
interface DrivenTrip {
  pickupLocal: string;
  plannedSeconds: number;
  drivenSeconds: number;
}

/** Returns, for each hour, the median duration of at least five trips in percent of their duration without traffic. */
export function measureTraffic(
  trips: readonly DrivenTrip[],
  percents: readonly number[] | null,
): TrafficRulesAnswer["measured"] {
  const percentsByHour = Array.from({ length: TRAFFIC_HOURS }, (): number[] => []);
  for (const { pickupLocal, plannedSeconds, drivenSeconds } of trips) {
    const hour = trafficHour(pickupLocal);
    percentsByHour[hour]?.push((drivenSeconds / plannedSeconds) * (percents?.[hour] ?? 100));
  }
  return percentsByHour.map((hourPercents) => {
    if (hourPercents.length < MIN_TRIPS_PER_HOUR) return null;
    const median = hourPercents.sort((a, b) => a - b)[hourPercents.length >> 1] ?? 100;
    const percent = Math.round(median / STEP_PERCENT) * STEP_PERCENT;
    return {
      percent: Math.max(MIN_TRAFFIC_PERCENT, Math.min(MAX_TRAFFIC_PERCENT, percent)),
      trips: hourPercents.length,
    };
  });
}
