import { useEffect, useState } from "react";
import type { Flight, FlightAnswer } from "../../src/flights/contract";
import { FlightStatus } from "./flight-status";

/** What is known of the flight of the viewer's trip. Renders nothing if nothing is known or there is no network. */
export default function OwnFlight({
  load,
  of,
  timeZone,
}: {
  load: () => Promise<FlightAnswer>;
  /** The trip as it was last loaded. The flight is loaded again with each new object. */
  of: object;
  timeZone: string;
}) {
  const [flight, setFlight] = useState<Flight | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the flight may have changed with it
  useEffect(() => {
    load().then(
      (answer) => setFlight(answer.flight),
      () => {},
    );
  }, [of]);
  return flight && <FlightStatus flight={flight} timeZone={timeZone} />;
}
