import type { QuoteAnswer, QuoteOption } from "../../src/reservations/quotes/quote-contract";
import { spokenMoney } from "./draft";

/**
 * The text to read to the caller: "14,500 RWF, about 25 minutes, 12 kilometres, Executive Sedan."
 * `agreedMinor` replaces the list price.
 */
export function spokenPrice(
  quote: Pick<QuoteAnswer, "onRequest" | "distanceMeters" | "durationSeconds" | "currency">,
  option: Pick<QuoteOption, "fareMinor" | "vehicleClass">,
  unit: "km" | "mi",
  agreedMinor: number | null = null,
): string {
  const name = option.vehicleClass.name;
  if (quote.onRequest) return `${name}. We’ll call back with the price.`;
  const money = spokenMoney(agreedMinor ?? option.fareMinor, quote.currency);
  // Hourly hire and roadside help have no route to mention.
  const way =
    quote.distanceMeters === 0
      ? []
      : [sayDuration(quote.durationSeconds), sayDistance(quote.distanceMeters, unit)];
  return `${[money, ...way, name].join(", ")}.`;
}

function sayDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const parts = [counted(hours, "hour"), counted(minutes % 60, "minute")].filter(Boolean);
  return `about ${parts.join(" ")}`;
}

function sayDistance(meters: number, unit: "km" | "mi"): string {
  const value = meters / (unit === "km" ? 1000 : 1609.344);
  const figures = value < 2 ? Number(value.toFixed(1)) : Math.round(value);
  return counted(figures, unit === "km" ? "kilometre" : "mile");
}

function counted(count: number, one: string): string {
  if (count === 0) return "";
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
