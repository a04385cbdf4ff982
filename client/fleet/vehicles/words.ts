import type { Due, MaintenanceKind } from "../../../src/vehicles/maintenance-contract";
import type { Tone } from "../../ui/badge";

/** Kinds of maintenance as people choose them. */
const kindWords: Record<MaintenanceKind, string> = {
  service: "Service",
  tyres: "Tyres",
  brakes: "Brakes",
  inspection: "Inspection",
  cleaning: "Cleaning",
  own: "Other",
};

export const maintenanceKindChoices = Object.entries(kindWords);

/** What a plan or an entry is called. */
export function nameOf({ kind, name }: { kind: MaintenanceKind; name: string }): string {
  return kind === "own" && name !== "" ? name : kindWords[kind];
}

export const dueTones: Record<Due["state"], Tone> = {
  ok: "success",
  soon: "warning",
  overdue: "danger",
};

export const dueWords: Record<Due["state"], string> = {
  ok: "OK",
  soon: "Due soon",
  overdue: "Overdue",
};

/** "in 12 days", "3 days ago", "today". */
function daysText(days: number): string {
  if (days === 0) return "today";
  const count = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
  return days > 0 ? `in ${count}` : `${count} ago`;
}

/** How near it is, by calendar and odometer: "in 12 days or in 600 km". */
export function dueText({ daysLeft, metersLeft }: Due, unit: DistanceUnit): string {
  const parts = [
    daysLeft !== null && daysText(daysLeft),
    metersLeft !== null &&
      (metersLeft > 0
        ? `in ${distanceText(metersLeft, unit)}`
        : `${distanceText(-metersLeft, unit)} ago`),
  ].filter((part) => part !== false);
  return parts.join(" or ") || "Record the odometer first";
}

export type DistanceUnit = "km" | "mi";
const METERS_PER_UNIT: Record<DistanceUnit, number> = { km: 1_000, mi: 1_609.344 };
const numberFormat = new Intl.NumberFormat("en");

/** "12,500 km". */
export function distanceText(meters: number, unit: DistanceUnit): string {
  return `${numberFormat.format(Math.round(meters / METERS_PER_UNIT[unit]))} ${unit}`;
}

/** Meters as a field shows them; the reverse of `metersOf`. */
export function writeDistance(meters: number | null, unit: DistanceUnit): string {
  return meters === null ? "" : String(Math.round(meters / METERS_PER_UNIT[unit]));
}

/** A typed distance in the operator's unit, in meters; null for nothing, NaN for what is no number. */
export function metersOf(typed: string, unit: DistanceUnit): number | null {
  const digitsText = typed.replace(/[\s,.]/g, "");
  if (digitsText === "") return null;
  return /^\d{1,7}$/.test(digitsText)
    ? Math.round(Number(digitsText) * METERS_PER_UNIT[unit])
    : Number.NaN;
}
