/**
 * Which surcharges hold and what they come to. Each is a fixed amount or a percentage of the fare
 * before any surcharge, so that their order never matters; of those that name the same group only
 * the dearest counts. All times are the pickup's on the operator's wall clock.
 */
import { compiledSchedule } from "./compiled-rules";
import type { FareLine, FeeSchedule, PricedTrip, Surcharge } from "./contract";
import { amountOf, durationText, shareText, words } from "./money-rules";

/** The lines of the surcharges that hold, on a fare of `fareMinor` before them. */
export function surchargeLines(
  schedule: FeeSchedule,
  vehicleClassId: string,
  trip: PricedTrip,
  fareMinor: number,
): FareLine[] {
  const { surchargesFor, holidayOn } = compiledSchedule(schedule);
  const lines: FareLine[] = [];
  const ofGroup = new Map<string, number>();
  for (const surcharge of surchargesFor(vehicleClassId, trip.serviceType)) {
    const reason = reasonFor(surcharge.when, trip, holidayOn);
    if (reason === null) continue;
    const line: FareLine = {
      kind: surcharge.when.kind,
      label: surcharge.name,
      detail: words(reason, shareText(surcharge.amount)),
      amountMinor: amountOf(surcharge.amount, fareMinor),
      addsUp: true,
    };
    const at = surcharge.group === null ? undefined : ofGroup.get(surcharge.group);
    if (at === undefined) {
      if (surcharge.group !== null) ofGroup.set(surcharge.group, lines.length);
      lines.push(line);
    } else if (line.amountMinor > (lines[at]?.amountMinor ?? 0)) lines[at] = line;
  }
  return lines;
}

/** Why a surcharge holds for a trip, in words; null when it does not. */
function reasonFor(
  when: Surcharge["when"],
  trip: PricedTrip,
  holidayOn: (day: string) => string | null,
): string | null {
  switch (when.kind) {
    case "night":
      return isWithin(when, trip.pickupLocal) ? `${when.from} to ${when.to}` : null;
    case "weekday":
      return isOnWeekday(when, trip.pickupLocal)
        ? words(daysText(when.days), when.from && when.to ? `${when.from} to ${when.to}` : "")
        : null;
    case "holiday":
      return holidayOn(trip.pickupLocal.slice(0, 10));
    case "airport":
      return endText(when.at, trip.pickup.airport, trip.dropoff.airport, "at an airport");
    case "zone":
      return endText(
        when.at,
        trip.pickup.zoneIds.includes(when.zoneId),
        trip.dropoff.zoneIds.includes(when.zoneId),
        "in the zone",
      );
    case "lead_time":
      return trip.leadMinutes < when.underMinutes
        ? `booked less than ${durationText(when.underMinutes)} before the pickup`
        : null;
  }
}

/** Whether a pickup falls into a window of the day that includes `from` and may cross midnight. */
export function isWithin(window: { from: string; to: string }, pickupLocal: string): boolean {
  const time = pickupLocal.slice(11, 16);
  return window.from < window.to
    ? time >= window.from && time < window.to
    : time >= window.from || time < window.to;
}

function isOnWeekday(
  when: { days: readonly number[]; from: string | null; to: string | null },
  pickupLocal: string,
): boolean {
  const { from, to } = when;
  const day = weekdayOf(pickupLocal);
  if (from === null || to === null) return when.days.includes(day);
  if (!isWithin({ from, to }, pickupLocal)) return false;
  // Before `to` in a window over midnight: it began the day before.
  const began = from > to && pickupLocal.slice(11, 16) < to ? ((day + 5) % 7) + 1 : day;
  return when.days.includes(began);
}

/** ISO day of the week of a local date or time: 1 is Monday. */
function weekdayOf(local: string): number {
  const day =
    Date.UTC(Number(local.slice(0, 4)), Number(local.slice(5, 7)) - 1, Number(local.slice(8, 10))) /
    86_400_000;
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function endText(
  at: "pickup" | "dropoff" | "either",
  pickup: boolean,
  dropoff: boolean,
  where: string,
): string | null {
  if (pickup && at !== "dropoff") return `pickup ${where}`;
  return dropoff && at !== "pickup" ? `drop-off ${where}` : null;
}

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** "Monday to Friday", "Saturday and Sunday", "Monday, Wednesday and Friday". */
export function daysText(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const [first = 1] = sorted;
  const last = sorted.at(-1) ?? first;
  const nameOf = (day: number) => dayNames[day - 1] ?? "";
  if (sorted.length > 2 && last - first === sorted.length - 1)
    return `${nameOf(first)} to ${nameOf(last)}`;
  if (sorted.length === 1) return nameOf(first);
  return `${sorted.slice(0, -1).map(nameOf).join(", ")} and ${nameOf(last)}`;
}
