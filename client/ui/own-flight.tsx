import { useEffect, useState } from "react";
import type { Flight, FlightAnswer } from "../../src/flights/contract";
import { FlightStatus } from "./flight-status";

/** What is known of the flight of one's trip; nothing where that is nothing, or there is no network. */
export default function OwnFlight({
  load,
  version,
  timeZone,
}: {
  load: () => Promise<FlightAnswer>;
  /** Asked again when the trip has changed. */
  version: number;
  timeZone: string;
}) {
  const [flight, setFlight] = useState<Flight | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may have another flight
  useEffect(() => {
    load().then(
      (answer) => setFlight(answer.flight),
      () => {},
    );
  }, [version]);
  return flight && <FlightStatus flight={flight} timeZone={timeZone} />;
}
