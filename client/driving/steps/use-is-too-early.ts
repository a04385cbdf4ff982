import { useEffect, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { serverTime } from "../taps/server-clock";

/** Whether it is too early to start a trip, by the server's clock. False until the page runs in the browser. */
export function useIsTooEarly(trip: Reservation): boolean {
  const [isTooEarly, setIsTooEarly] = useState(false);
  useEffect(() => {
    const checkTime = () =>
      setIsTooEarly(!trip.earlyStart && serverTime() < Date.parse(trip.startsAt));
    checkTime();
    const timer = setInterval(checkTime, 1_000);
    return () => clearInterval(timer);
  }, [trip]);
  return isTooEarly;
}
