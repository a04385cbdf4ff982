import type { Flight } from "../../src/flights/contract";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";
import { formatMoment } from "./moment";

/** The difference in minutes from which a flight is no longer on time. */
const ON_TIME_MINUTES = 5;

/** Where a flight comes from or goes to, what is known of its time, and where it is met. */
export function FlightStatus({ flight, timeZone }: { flight: Flight; timeZone: string }) {
  const t = useWords();
  const [from, to] = [flight.origin, flight.destination].map(({ name, code }) => name ?? code);
  const place = t.list([
    flight.terminal && t("Terminal {name}", { name: flight.terminal }),
    flight.gate && t("Gate {name}", { name: flight.gate }),
    flight.belt && t("Belt {name}", { name: flight.belt }),
  ]);
  return (
    <>
      {from && to && <p>{t("{from} to {to}", { from, to })}</p>}
      <p className={isDisrupted(flight) ? "font-medium text-danger-ink" : "font-medium"}>
        {flightState(flight, timeZone, t)}
      </p>
      {place && <p className="text-ink-muted">{place}</p>}
    </>
  );
}

/** Returns whether a flight doesn't arrive as planned, so that somebody has to decide. */
export function isDisrupted({ state }: Flight): boolean {
  return state === "cancelled" || state === "diverted" || state === "unknown";
}

/** Returns what is known of a flight's time, as a short text. */
function flightState(flight: Flight, timeZone: string, t: Say): string {
  const { state, direction, divertedTo, delayMinutes } = flight;
  const at = flight.actualAt ?? flight.estimatedAt ?? flight.scheduledAt;
  if (state === "cancelled") return t("Flight cancelled");
  if (state === "diverted")
    return divertedTo ? t("Diverted to {place}", { place: divertedTo }) : t("Diverted");
  if (state === "unknown" || !at) return t("This flight is not known yet");
  const time = formatMoment(at, timeZone, "date-time", t);
  const words = flight.actualAt
    ? direction === "arrival"
      ? t("Landed {time}", { time })
      : t("Departed {time}", { time })
    : direction === "arrival"
      ? t("Lands {time}", { time })
      : t("Departs {time}", { time });
  if (delayMinutes === null || Math.abs(delayMinutes) < ON_TIME_MINUTES) return words;
  const minutes = Math.abs(delayMinutes);
  return delayMinutes > 0
    ? t("{words}, {minutes} min late", { words, minutes })
    : t("{words}, {minutes} min early", { words, minutes });
}
