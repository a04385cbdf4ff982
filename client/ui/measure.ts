import { english, type Say } from "../words/words";
import { localizeNumber } from "../../src/settings/money-rules";

/** Returns a distance as text, "11 km", "850 m", "6.8 mi", with one decimal under ten and none above. */
export function formatDistance(meters: number, unit: "km" | "mi", t: Say = english): string {
  if (unit === "km" && meters < 1000) return `${Math.round(meters / 10) * 10} ${t.known("m")}`;
  const value = meters / (unit === "km" ? 1000 : 1609.344);
  const figuresText = value < 9.95 ? value.toFixed(1) : String(Math.round(value));
  return `${localizeNumber(figuresText, t.language)} ${t.known(unit)}`;
}

/** Returns a speed as text, "29 km/h", "18 mph"; "standing" below walking pace. */
export function formatSpeed(mps: number, unit: "km" | "mi"): string {
  if (mps < 0.8) return "standing";
  return unit === "km" ? `${Math.round(mps * 3.6)} km/h` : `${Math.round(mps * 2.236936)} mph`;
}

/** Returns a duration as text, "24 min", "1 h 5 min", in whole minutes and at least one. */
export function formatDuration(seconds: number, t: Say = english): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t("{minutes} min", { minutes });
  return rest === 0 ? t("{hours} h", { hours }) : t("{hours} h {rest} min", { hours, rest });
}

/** Returns an area as text, "4.2 km²", "0.35 km²", "12 mi²", with two significant digits, and whole above ten. */
export function formatArea(squareMeters: number, unit: "km" | "mi"): string {
  const value = squareMeters / (unit === "km" ? 1e6 : 1609.344 ** 2);
  const roundedArea = value >= 10 ? Math.round(value) : Number(value.toPrecision(2));
  return `${roundedArea.toLocaleString("en", { maximumFractionDigits: 6 })} ${unit}²`;
}

/** Returns seconds in clock format, "4:59"; from an hour on "1:04:59". */
export function clockText(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}`
    : `${minutes}:${pad(seconds % 60)}`;
}
