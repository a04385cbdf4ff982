import { useRouteContext } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { CheckedFlight } from "../../../src/flights/contract";
import { read } from "../../api";
import { FlightStatus } from "../../ui/flight-status";
import { weekdays } from "../../ui/moment";
import { useWords } from "../../words/use-words";

/** How long the rider must stop typing before the flight is checked, ms. */
const TYPING_PAUSE_MS = 700;

/** The route and time of the typed flight number, or a note that no such flight exists on the day. */
export default function CheckedFlightInfo({
  number,
  isArrival,
  pickupLocal,
}: {
  number: string;
  isArrival: boolean;
  /** The pickup time in the operator's time zone. */
  pickupLocal: string;
}) {
  const t = useWords();
  const { api, settings } = useRouteContext({ from: "__root__" });
  const [checkedFlight, setCheckedFlight] = useState<CheckedFlight | null>(null);
  useEffect(() => {
    setCheckedFlight(null);
    let isUnmounted = false;
    const timer = setTimeout(() => {
      const json = {
        number,
        direction: isArrival ? ("arrival" as const) : ("departure" as const),
        pickupLocal,
      };
      read(api.flights.check.$post({ json })).then(
        (answer) => !isUnmounted && setCheckedFlight(answer),
        // If the check fails, show nothing about the flight.
        () => {},
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [api, number, isArrival, pickupLocal]);
  const flight = checkedFlight?.flight;
  const airlineText = flight && [flight.airline, flight.operatedAs].filter(Boolean).join(" ");
  const days = checkedFlight?.missing?.flies.map((day) => t.known(weekdays[day % 7] ?? ""));
  return (
    <div className="mt-2 text-sm" role="status">
      {airlineText && <p>{airlineText}</p>}
      {flight && <FlightStatus flight={flight} timeZone={settings.timeZone} />}
      {days && (
        <p className="text-warning-ink">
          {days.length > 0
            ? t("We can’t find this flight on that day. It flies on: {days}.", {
                days: t.list(days),
              })
            : t("We don’t know this flight. Check that the number is right.")}
        </p>
      )}
    </div>
  );
}
