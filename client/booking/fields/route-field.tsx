import type { QuoteAnswer } from "../../../src/reservations/quotes/quote-contract";
import { formatDistance, formatDuration } from "../../ui/measure";
import { RadioCards } from "../../ui/radio-cards";
import { useWords } from "../../words/use-words";

/** The routes to choose from, if the router knows more than one. */
export function RouteField({
  quote,
  way,
  distanceUnit,
  onRoute,
}: {
  quote: QuoteAnswer;
  way: number;
  distanceUnit: "km" | "mi";
  onRoute: (way: number) => void;
}) {
  const t = useWords();
  const { ways } = quote;
  if (ways.length < 2) return null;
  return (
    <RadioCards
      columns={ways.length === 2 ? 2 : 3}
      legend={t("Route")}
      name="way"
      onValue={(value) => onRoute(Number(value))}
      options={ways.map(({ distanceMeters, durationSeconds }, at) => ({
        value: String(at),
        title:
          at === 0
            ? t("Recommended")
            : ways.length > 2
              ? t("Another route {n}", { n: at })
              : t("Another route"),
        detail: `${formatDistance(distanceMeters, distanceUnit, t)}${t.known(", ")}${formatDuration(durationSeconds, t)}`,
      }))}
      // The chosen route may be missing from the next answer. The best one is then used.
      value={String(way < ways.length ? way : 0)}
    />
  );
}
