import type { Due, MaintenanceKind } from "../../../src/vehicles/maintenance-contract";
import type { Tone } from "../../ui/badge";

/** The labels of the kinds of maintenance. */
const kindWords: Record<MaintenanceKind, string> = {
  service: "Service",
  tyres: "Tyres",
  brakes: "Brakes",
  inspection: "Inspection",
  cleaning: "Cleaning",
  own: "Other",
};

export const maintenanceKindChoices = Object.entries(kindWords);

/** Returns the name of a plan or an entry. */
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

/** Returns "in 12 days", "3 days ago" or "today". */
function daysText(days: number): string {
  if (days === 0) return "today";
  const count = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
  return days > 0 ? `in ${count}` : `${count} ago`;
}

/** Returns how soon maintenance is due, by calendar and odometer: "in 12 days or in 600 km". */
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

/** Returns metres in the format of a field; the reverse of `metersOf`. */
export function writeDistance(meters: number | null, unit: DistanceUnit): string {
  return meters === null ? "" : String(Math.round(meters / METERS_PER_UNIT[unit]));
}

/**
 * Reads a distance typed in the operator's unit and returns metres; null for an empty text, NaN for a text that is not
 * a whole number. A dot or a comma is refused, because it may separate decimals or thousands.
 */
export function metersOf(typed: string, unit: DistanceUnit): number | null {
  const digitsText = typed.replace(/\s/g, "");
  if (digitsText === "") return null;
  return /^\d{1,7}$/.test(digitsText)
    ? Math.round(Number(digitsText) * METERS_PER_UNIT[unit])
    : Number.NaN;
}
