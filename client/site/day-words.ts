import { months } from "../ui/moment";
import type { Say } from "../words/words";

/** `2019-05-14` is "14 May 2019", `2019-05` "May 2019", `2019` "2019"; the same on server and browser. */
export function dayWords(date: string, t: Say): string {
  const [year = "", number, day] = date.split("-");
  if (!number) return year;
  return t(day ? "{day} {month} {year}" : "{month} {year}", {
    day: Number(day),
    month: t.known(months[Number(number) - 1] ?? ""),
    year,
  });
}
