import { classNames } from "./class-names";
import { Money } from "./money";
import { useWords } from "../words/use-words";

/** The price of a trip in a row of a list, or "On request" until dispatch has set it. */
export function TripPrice({
  trip,
  className,
}: {
  trip: { fareMinor: number; currency: string; onRequest?: boolean };
  className?: string;
}) {
  const t = useWords();
  return trip.onRequest ? (
    <span className={classNames("whitespace-nowrap", className)}>{t("On request")}</span>
  ) : (
    <Money className={className} currency={trip.currency} minor={trip.fareMinor} />
  );
}
