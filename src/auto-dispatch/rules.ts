/**
 * Decides when auto-dispatch acts and which drivers it chooses. It is careful: it uses only drivers and vehicles
 * without refusals or warnings, only vehicles of the booked class, and only trips whose places are on the map.
 */
import { fullName } from "../accounts/name-rules";
import type { RankedDriver } from "../dispatch/assignment/ranking-rules";
import type { RankingFacts } from "../dispatch/assignment/ranking-contract";
import type { Candidates } from "../dispatch/contract";
import type { ServiceType } from "../fares/contract";
import type { AutoRule } from "./contract";

/** Hours in a time zone. An end that is not after the start is on the next day. */
export type Hours = { from: string; until: string };

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Returns the weekday on which the hours that contain a time (ms UTC) started; null if it is outside them. */
export function weekdayWithinHours(
  { from, until }: Hours,
  at: number,
  zone: string,
): number | null {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const minute = local.hour * 60 + local.minute;
  const start = minuteOf(from);
  const end = minuteOf(until);
  if (end > start) return minute >= start && minute < end ? local.dayOfWeek : null;
  if (minute >= start) return local.dayOfWeek;
  // The time is in the hours of the evening before.
  return minute < end ? ((local.dayOfWeek + 5) % 7) + 1 : null;
}

/** Returns the first rule that covers a trip, by service and pickup; null if there is none. */
export function ruleFor(
  rules: readonly AutoRule[],
  trip: { serviceType: ServiceType; pickupAt: number },
  zone: string,
): AutoRule | null {
  return (
    rules.find(({ serviceTypes, weekdays, from, until }) => {
      if (serviceTypes.length > 0 && !serviceTypes.includes(trip.serviceType)) return false;
      const weekday = weekdayWithinHours({ from, until }, trip.pickupAt, zone);
      return weekday !== null && (weekdays.length === 0 || weekdays.includes(weekday));
    }) ?? null
  );
}

/** Before the rule's time, within it, in quiet hours, or after it. */
type DispatchPhase = "early" | "due" | "quiet" | "late";

/** Returns where a trip is between the start and the end of a rule. */
export function phaseOf(
  rule: Pick<AutoRule, "startMinutes" | "alertMinutes">,
  pickupAt: number,
  now: number,
  quiet: Hours | null,
  zone: string,
): DispatchPhase {
  if (now >= pickupAt - rule.alertMinutes * MINUTE_MS) return "late";
  if (now < pickupAt - rule.startMinutes * MINUTE_MS) return "early";
  return quiet && weekdayWithinHours(quiet, now, zone) !== null ? "quiet" : "due";
}

/** Returns the first time when a rule may act on a trip; null if quiet hours last until its end. */
export function beginsAt(
  rule: Pick<AutoRule, "startMinutes" | "alertMinutes">,
  trip: { pickupAt: number; knownAt: number },
  quiet: Hours | null,
  zone: string,
): number | null {
  let at = Math.max(trip.pickupAt - rule.startMinutes * MINUTE_MS, trip.knownAt);
  for (let tries = 0; tries <= DAY_MINUTES; tries++) {
    const phase = phaseOf(rule, trip.pickupAt, at, quiet, zone);
    if (phase === "due") return at;
    if (phase === "late") return null;
    at = (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS;
  }
  return null;
}

/** Returns why a trip can't be handled automatically; null if it can. */
export function ineligibleReason(trip: {
  pickupPinned: boolean;
  dropoffPinned: boolean;
  canReturnToPickup: boolean;
  hasPrice: boolean;
  willCall: boolean;
}): string | null {
  if (trip.willCall) return "Waiting for the passenger’s call";
  if (!trip.pickupPinned || (!trip.dropoffPinned && !trip.canReturnToPickup))
    return "A place is described but not on the map";
  return trip.hasPrice ? null : "No price yet";
}

/** A driver to whom the trip can be offered, with a vehicle. */
export type DriverToOffer = {
  driverId: string;
  vehicleId: string;
  name: string;
  score: number;
  ranking: RankingFacts;
};

/** Returns the best drivers without refusals or warnings, each with a vehicle of the booked class. */
export function bestAssignments(
  { drivers, vehicles }: AutoDispatchCandidates,
  limit: number,
): DriverToOffer[] {
  const vehicleIds = vehicles
    .filter(({ refusals, warnings, booked }) => booked && refusals.length + warnings.length === 0)
    .map(({ vehicle }) => vehicle.id);
  return drivers
    .filter(({ refusals, warnings }) => refusals.length + warnings.length === 0)
    .flatMap(({ driver, usualVehicleId, score, ranking }) => {
      const hasUsualVehicle = usualVehicleId !== null && vehicleIds.includes(usualVehicleId);
      const vehicleId = hasUsualVehicle ? usualVehicleId : vehicleIds[0];
      if (vehicleId === undefined) return [];
      return [
        {
          driverId: driver.id,
          vehicleId,
          name: fullName(driver),
          score,
          ranking,
        },
      ];
    })
    .slice(0, limit);
}

type AutoDispatchCandidates = {
  drivers: readonly Omit<RankedDriver, "reasons" | "suits" | "vehicleId" | "points">[];
  vehicles: readonly Omit<Candidates["vehicles"][number], "className" | "passengers">[];
};
