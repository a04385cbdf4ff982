/** What the lines of a fare say, in words made when somebody reads them. Browser-safe. */
import type { FareLine } from "./contract";
import { type LineReader, type LineWords, withFacts } from "./line-reader";
import { durationText } from "./money-rules";

/** A line of a fare in the reader's language: `label` names it, `detail` says why it is that much. */
export function fareLineWords(line: FareLine, reader: LineReader): LineWords {
  const facts: Record<string, unknown> = { ...line.params };
  for (const name of ["freeMinutes", "underMinutes"])
    if (typeof facts[name] === "number") facts[name] = duration(facts[name], reader);
  const t = (text: string) => withFacts(reader.say(text), facts, reader);
  const [label = "", ...details] = partsOf(line, t, reader);
  return { label, detail: details.filter((part) => part !== "").join(", ") };
}

/** The name of a line, then the parts of its detail. */
function partsOf(line: FareLine, t: LineReader["say"], reader: LineReader): string[] {
  const { kind, params } = line;
  switch (kind) {
    case "flat":
      return [t("Flat price"), params.otherWay ? t("{name}, the other way") : params.name];
    case "base":
      return [t("Base fare")];
    case "distance":
      return [t("Distance"), beyond(params.fromTenths, t)];
    case "minutes":
      return [t("Time"), t("{minutes} min at {perMinuteMinor}")];
    case "stops":
      return [t("Stops on the way"), t("{stops} at {perStopMinor}")];
    case "minimum":
      return [t("Minimum fare"), t("raised to the minimum of {minimumMinor}")];
    case "hourly":
      return [
        t("Hourly"),
        params.bookedHours === null
          ? t("{hours} h at {perHourMinor}")
          : t("{hours} h at {perHourMinor} ({bookedHours} h booked, {hours} h is the least)"),
      ];
    case "extra_distance":
      return [
        t("Extra distance"),
        t("{tenths} beyond the {includedTenths} included, at {perDistanceMinor}"),
      ];
    case "deadhead":
      return [
        params.back ? t("Way from {garage} and back") : t("Way from {garage}"),
        beyond(params.fromTenths, t),
      ];
    case "night":
      return [params.name, t("{from} to {to}"), percentage(params, reader)];
    case "weekday":
      return [
        params.name,
        daysText(params.days, reader.say),
        params.from && params.to ? t("{from} to {to}") : "",
        percentage(params, reader),
      ];
    case "holiday":
      return [params.name, params.holiday, percentage(params, reader)];
    case "airport":
      return [
        params.name,
        params.at === "pickup" ? t("pickup at an airport") : t("drop-off at an airport"),
        percentage(params, reader),
      ];
    case "zone":
      return [
        params.name,
        params.at === "pickup" ? t("pickup in the zone") : t("drop-off in the zone"),
        percentage(params, reader),
      ];
    case "lead_time":
      return [
        params.name,
        t("booked less than {underMinutes} before the pickup"),
        percentage(params, reader),
      ];
    case "extra":
      return [params.name, params.quantity > 1 ? t("{quantity} at {eachMinor}") : ""];
    case "promotion":
      return [
        params.name,
        t("code {code}"),
        percentage(params, reader),
        params.floorMinor === null ? "" : t("down to {floorMinor}"),
        params.mostMinor === null ? "" : t("at most {mostMinor}"),
      ];
    case "tax":
      return [
        params.name,
        params.of === "wait" ? t("{percent} of the wait time") : percentage(params, reader),
        params.within === "price" ? t("included in the price") : "",
      ];
    case "gratuity":
      return [
        t("Gratuity"),
        params.beforeTax ? t("{percent} of the fare before tax") : percentage(params, reader),
      ];
    case "wait":
      return [t("Wait time"), waited(params.from, t)];
    case "tip":
      return [t("Tip"), paid(params.payment, t)];
    case "cancellation":
      return [
        t("Cancellation fee"),
        params.onTheWay
          ? t("the driver was on the way")
          : params.underMinutes === null
            ? t("before the pickup")
            : t("less than {underMinutes} before the pickup"),
        ofFare(params, t),
      ];
    case "no_show":
      return [t("No-show fee"), ofFare(params, t)];
    case "agreed_price":
      return [t("Agreed price")];
    case "correction":
      return [
        t("Correction"),
        params.invoiceNumber === null ? "" : t("of invoice {invoiceNumber}"),
      ];
    case "credited":
      return [t("Credited")];
    case "agreed":
      return [t("Agreed")];
    case "other":
      return [params.name, params.detail];
  }
}

function duration(minutes: number, { say: t }: LineReader): string {
  return minutes >= 2_880 && minutes % 1_440 === 0
    ? t("{days} days").replace("{days}", String(minutes / 1_440))
    : durationText(minutes);
}

function beyond(fromTenths: number, t: LineReader["say"]): string {
  return fromTenths > 0
    ? t("{tenths} beyond {fromTenths} at {perDistanceMinor}")
    : t("{tenths} at {perDistanceMinor}");
}

/** A fixed amount says nothing: it stands beside the line. */
function percentage(facts: { percent: number | null }, reader: LineReader): string {
  return facts.percent === null ? "" : withFacts("{percent}", facts, reader);
}

function ofFare(fee: { percent: number | null; capped: boolean }, t: LineReader["say"]): string {
  if (fee.percent !== null) return t("{percent} of the fare");
  return fee.capped ? t("at most the fare") : "";
}

function waited(from: "landing" | "pickup" | "arrival", t: LineReader["say"]): string {
  if (from === "landing")
    return t("{minutes} min at {perMinuteMinor}, after {freeMinutes} free from the landing");
  return from === "pickup"
    ? t("{minutes} min at {perMinuteMinor}, after {freeMinutes} free from the pickup time")
    : t("{minutes} min at {perMinuteMinor}, after {freeMinutes} free from the driver's arrival");
}

function paid(payment: "cash" | "card" | "account", t: LineReader["say"]): string {
  if (payment === "cash") return t("in cash to the driver");
  return payment === "card" ? t("by card") : t("on the account");
}

/** "Monday to Friday", "Saturday and Sunday", "Monday, Wednesday and Friday", of ISO days of the week. */
export function daysText(days: readonly number[], t: LineReader["say"] = (text) => text): string {
  const names = [
    t("Monday"),
    t("Tuesday"),
    t("Wednesday"),
    t("Thursday"),
    t("Friday"),
    t("Saturday"),
    t("Sunday"),
  ];
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const [first = 1] = sorted;
  const last = sorted.at(-1) ?? first;
  const nameOf = (day: number) => names[day - 1] ?? "";
  if (sorted.length === 1) return nameOf(first);
  if (sorted.length > 2 && last - first === sorted.length - 1)
    return t("{from} to {to}").replace("{from}", nameOf(first)).replace("{to}", nameOf(last));
  return t("{days} and {last}")
    .replace("{days}", sorted.slice(0, -1).map(nameOf).join(", "))
    .replace("{last}", nameOf(last));
}
