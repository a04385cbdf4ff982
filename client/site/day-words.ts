import { months } from "../ui/moment";
import type { Say } from "../words/words";

/**
 * Returns "14 May 2019" for `2019-05-14`, "May 2019" for `2019-05`, "2019" for `2019`. The text is the same on server
 * and browser.
 */
export function dayWords(date: string, t: Say): string {
  const [year = "", number, day] = date.split("-");
  if (!number) return year;
  return t(day ? "{day} {month} {year}" : "{month} {year}", {
    day: Number(day),
    month: t.known(months[Number(number) - 1] ?? ""),
    year,
  });
}
