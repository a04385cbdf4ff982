import type { QuoteAnswer, QuoteOption } from "../../src/reservations/quotes/quote-contract";
import { totalMinorOf } from "../booking/draft";
import { amountText } from "./draft";

/**
 * Returns the text to read to the caller: "14,500 RWF, about 25 minutes, 12 kilometres, Executive Sedan." `agreedMinor`
 * replaces the list price. With a return trip, the price is for both trips and the distance for one. An hourly hire has
 * its `hours` instead of a distance.
 */
export function priceSentence(
  quote: Pick<
    QuoteAnswer,
    "onRequest" | "distanceMeters" | "durationSeconds" | "currency" | "returnTrip"
  >,
  option: QuoteOption,
  unit: "km" | "mi",
  agreedMinor: number | null = null,
  hours: number | null = null,
): string {
  const name = option.vehicleClass.name;
  if (quote.onRequest) return `${name}. We’ll call back with the price.`;
  const amount = amountText(agreedMinor ?? totalMinorOf(quote, option), quote.currency);
  const money = quote.returnTrip ? `${amount} for both trips` : amount;
  // Hourly hire and roadside help have no route, so the text doesn't mention one.
  const measureTexts =
    hours !== null
      ? [countedText(hours, "hour")]
      : quote.distanceMeters === 0
        ? []
        : [durationText(quote.durationSeconds), distanceText(quote.distanceMeters, unit)];
  return `${[money, ...measureTexts, name].join(", ")}.`;
}

function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const parts = [countedText(hours, "hour"), countedText(minutes % 60, "minute")].filter(Boolean);
  return `about ${parts.join(" ")}`;
}

function distanceText(meters: number, unit: "km" | "mi"): string {
  const value = meters / (unit === "km" ? 1000 : 1609.344);
  const roundedValue = value < 2 ? Number(value.toFixed(1)) : Math.round(value);
  return countedText(roundedValue, unit === "km" ? "kilometre" : "mile");
}

function countedText(count: number, one: string): string {
  if (count === 0) return "";
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
