/**
 * Times as an operator's people read them: always in the operator's own time zone, wherever the
 * screen is. Put together from parts, since the punctuation between them differs from one
 * engine's language data to the next and server and browser must agree to the letter.
 */

export type MomentStyle = "date" | "time" | "date-time" | "day" | "weekday";

/**
 * `at` (ISO 8601, UTC) as text in `timeZone`: `date` "Sat 21 Nov 2026", `day` "Sat 21 Nov",
 * `weekday` "Saturday 21 November", `time` "14:30", `date-time` "Sat 21 Nov, 14:30".
 */
export function formatMoment(at: string, timeZone: string, style: MomentStyle): string {
  const part = parts(at, timeZone, style === "weekday" ? "long" : "short");
  const day = `${part("weekday")} ${part("day")} ${part("month")}`;
  const time = `${part("hour")}:${part("minute")}`;
  switch (style) {
    case "time":
      return time;
    case "date":
      return `${day} ${part("year")}`;
    case "date-time":
      return `${day}, ${time}`;
    default:
      return day;
  }
}

/** The calendar day of `at` in `timeZone`, `2026-11-21`; to group a list by days. */
export function localDay(at: string, timeZone: string): string {
  const part = parts(at, timeZone, "short");
  return `${part("year")}-${part("monthNumber")}-${part("day").padStart(2, "0")}`;
}

/** A time on screen that says to machines which moment it is. */
export function Moment({
  at,
  timeZone,
  style = "date-time",
}: {
  at: string;
  timeZone: string;
  style?: MomentStyle;
}) {
  return (
    <time className="whitespace-nowrap tabular-nums" dateTime={at}>
      {formatMoment(at, timeZone, style)}
    </time>
  );
}

type Part = "weekday" | "day" | "month" | "monthNumber" | "year" | "hour" | "minute";

const formatters = new Map<string, Intl.DateTimeFormat>();

function parts(at: string, timeZone: string, names: "short" | "long"): (name: Part) => string {
  const key = `${timeZone} ${names}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      weekday: names,
      day: "numeric",
      month: "numeric",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(key, format);
  }
  const found = new Map<string, string>();
  for (const { type, value } of format.formatToParts(new Date(at))) found.set(type, value);
  const month = Number(found.get("month"));
  return (name) => {
    if (name === "month") {
      const whole = months[month - 1] ?? "";
      return names === "long" ? whole : whole.slice(0, 3);
    }
    if (name === "monthNumber") return String(month).padStart(2, "0");
    return found.get(name) ?? "";
  };
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
