/**
 * Puts fare lines into words at the time of reading, and formats their facts for the reader. Safe to load in browsers.
 * `price.json` of each language in `languages` translates every text in this file.
 */
import type { FareLine } from "./contract";
import { figureFacts, joinList } from "../settings/languages/language-figures-contract";
import type { Language } from "../settings/languages/languages-contract";
import { formatMoney } from "../settings/money-rules";

/** The reader's language, and the currency of the amounts. */
export interface LineTranslator {
  currency: string;
  language: Language;
  /** Translates a text of a line. The names in braces do not change. */
  say: (text: string) => string;
  /** Translates a name that the operator has given. */
  name: (text: string) => string;
}

/** The words of a line: its name, and the reason for the amount. */
export interface LineWords {
  label: string;
  detail: string;
}

/** Returns an English translator, for example for staff. */
export function englishLineTranslator(currency: string): LineTranslator {
  return { currency, language: "en", say: (text) => text, name: (text) => text };
}

/**
 * Fills the names in braces with facts. Their names set the format: `…Minor` is money, `…enths` a distance
 * in tenths of the `unit`, `percent` a percentage.
 */
function fillFacts(
  text: string,
  facts: Readonly<Record<string, unknown>>,
  { currency, language, say, name: translateName }: LineTranslator,
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = facts[name];
    if (typeof value !== "number")
      return name === "name" || name === "holiday" ? translateName(String(value)) : String(value);
    if (/Minor$/.test(name)) return formatMoney(value, currency, language);
    const isDistance = /enths$/.test(name);
    const figuresText = String(isDistance ? value / 10 : value).replace(
      ".",
      figureFacts[language].separators.charAt(1),
    );
    if (isDistance) {
      const text = say(facts.unit === "mi" ? "{distance} mi" : "{distance} km");
      return text.replace("{distance}", figuresText);
    }
    return figuresText + (name === "percent" ? " %" : "");
  });
}

/** Returns the words of a fare's line in the reader's language: `label` names it, `detail` explains the amount. */
export function fareLineWords(line: FareLine, translator: LineTranslator): LineWords {
  const facts: Record<string, unknown> = { ...line.params };
  for (const name of ["freeMinutes", "underMinutes"])
    if (typeof facts[name] === "number") facts[name] = durationText(facts[name], translator);
  if ("days" in line.params) facts.days = daysText(line.params.days, translator);
  const [label = "", ...details] = textsOf(line)
    .filter((text) => text !== null)
    .map((text) => fillFacts(translator.say(text), facts, translator));
  const detailTexts = details.filter((text) => text !== "");
  return { label, detail: joinList(detailTexts, translator.language) };
}

/** Returns the name of a line, followed by the parts of its detail. */
function textsOf({ kind, params }: FareLine): (string | null)[] {
  switch (kind) {
    case "flat":
      return ["Flat price", params.otherWay ? "{name}, other direction" : "{name}"];
    case "base":
      return ["Base fare"];
    case "distance":
      return ["Distance", distanceBeyondText(params)];
    case "minutes":
      return ["Time", "{minutes} min at {perMinuteMinor}"];
    case "stops":
      return ["Stops on the way", "{stops} at {perStopMinor}"];
    case "minimum":
      return ["Minimum fare", "raised to the minimum of {minimumMinor}"];
    case "hourly":
      return [
        "Hourly",
        params.bookedHours === null
          ? "{hours} h at {perHourMinor}"
          : "{hours} h at {perHourMinor} ({bookedHours} h booked, minimum {hours} h)",
      ];
    case "extra_distance":
      return [
        "Extra distance",
        "{tenths} beyond the {includedTenths} included, at {perDistanceMinor}",
      ];
    case "deadhead":
      return [
        params.back ? "Drive from {garage} and back" : "Drive from {garage}",
        distanceBeyondText(params),
      ];
    case "night":
      return ["{name}", "{from} to {to}", percentDetail(params)];
    case "weekday":
      return [
        "{name}",
        "{days}",
        params.from && params.to && "{from} to {to}",
        percentDetail(params),
      ];
    case "holiday":
      return ["{name}", "{holiday}", percentDetail(params)];
    case "airport": {
      const ends = { pickup: "pickup at an airport", dropoff: "drop-off at an airport" };
      return ["{name}", ends[params.at], percentDetail(params)];
    }
    case "zone": {
      const ends = { pickup: "pickup in the zone", dropoff: "drop-off in the zone" };
      return ["{name}", ends[params.at], percentDetail(params)];
    }
    case "lead_time":
      return ["{name}", "booked less than {underMinutes} before the pickup", percentDetail(params)];
    case "extra":
      return ["{name}", params.quantity > 1 ? "{quantity} at {eachMinor}" : null];
    case "company_discount":
      return ["Company discount", percentDetail(params)];
    case "promotion":
      return [
        "{name}",
        "code {code}",
        percentDetail(params),
        params.floorMinor === null ? null : "not below {floorMinor}",
        params.mostMinor === null ? null : "no more than {mostMinor}",
      ];
    case "tax": {
      const percentTexts = { fare: "{percent}", wait: "{percent} of the wait time" };
      return [
        "{name}",
        percentTexts[params.of],
        params.within === "price" ? "included in the price" : null,
      ];
    }
    case "gratuity":
      return ["Gratuity", params.beforeTax ? "{percent} of the fare before tax" : "{percent}"];
    case "wait": {
      const waitTexts = {
        landing: "{minutes} min at {perMinuteMinor}, after {freeMinutes} free from the landing",
        pickup: "{minutes} min at {perMinuteMinor}, after {freeMinutes} free from the pickup time",
        arrival:
          "{minutes} min at {perMinuteMinor}, after {freeMinutes} free from the driver's arrival",
      };
      return ["Wait time", waitTexts[params.from]];
    }
    case "tip": {
      const paymentTexts = {
        cash: "in cash to the driver",
        card: "by card",
        account: "on the account",
        online: "paid online",
      };
      return ["Tip", paymentTexts[params.payment]];
    }
    case "expense": {
      const kinds = { toll: "Toll", parking: "Parking", other: "Expense" };
      return params.name ? ["{name}", "Expense"] : [kinds[params.expense]];
    }
    case "cancellation":
      return [
        "Cancellation fee",
        params.onTheWay
          ? "the driver was on the way"
          : params.underMinutes === null
            ? "before the pickup"
            : "less than {underMinutes} before the pickup",
        feePercentDetail(params),
      ];
    case "no_show":
      return ["No-show fee", feePercentDetail(params)];
    case "agreed_price":
      return ["Agreed price"];
    case "correction":
      return ["Correction", params.invoiceNumber === null ? null : "to invoice {invoiceNumber}"];
    case "credited":
      return ["Credited"];
    case "agreed":
      return ["Agreed"];
    case "other":
      return ["{name}", "{detail}"];
  }
}

function distanceBeyondText({ fromTenths }: { fromTenths: number }): string {
  return fromTenths > 0
    ? "{tenths} beyond {fromTenths} at {perDistanceMinor}"
    : "{tenths} at {perDistanceMinor}";
}

/** A fixed amount needs no detail, because the amount itself is shown beside the line. */
function percentDetail({ percent }: { percent: number | null }): string | null {
  return percent === null ? null : "{percent}";
}

function feePercentDetail({
  percent,
  capped,
}: {
  percent: number | null;
  capped: boolean;
}): string | null {
  return percent !== null ? "{percent} of the fare" : capped ? "no more than the fare" : null;
}

/** Returns a duration such as "45 min", "2 h", "2 h 30 min" or "3 days" in the reader's language. */
export function durationText(minutes: number, { say }: LineTranslator): string {
  const days = minutes / 1_440;
  if (days >= 2 && Number.isInteger(days))
    return say("{days} days").replace("{days}", String(days));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const text = hours === 0 ? "{rest} min" : rest === 0 ? "{hours} h" : "{hours} h {rest} min";
  return say(text).replace("{hours}", String(hours)).replace("{rest}", String(rest));
}

const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/**
 * Returns ISO days of the week in words, such as "Monday to Friday", "Saturday and Sunday" or "Monday, Wednesday and
 * Friday".
 */
export function daysText(
  days: readonly number[],
  { say, language }: Pick<LineTranslator, "say" | "language">,
): string {
  const sortedDays = [...new Set(days)].sort((a, b) => a - b);
  const names = sortedDays.map((day) => say(weekdayNames[day - 1] ?? ""));
  const [first = "", last = first] = [names[0], names.at(-1)];
  if (names.length < 2) return first;
  if (names.length > 2 && (sortedDays.at(-1) ?? 0) - (sortedDays[0] ?? 0) === names.length - 1)
    return say("{from} to {to}").replace("{from}", first).replace("{to}", last);
  return say("{days} and {last}")
    .replace("{days}", joinList(names.slice(0, -1), language))
    .replace("{last}", last);
}
