import { useEffect, useState } from "react";
import type { Reservation } from "../../../../src/reservations/contract";
import type { Api } from "../../../api";

type AfterTrip = typeof import("./after-trip").AfterTrip;

/** What comes after a trip, loaded once there is one: nothing of it is in the page before. */
export function LateAfterTrip({ api, trip }: { api: Api; trip: Reservation }) {
  const [Loaded, setLoaded] = useState<{ Part: AfterTrip } | null>(null);
  const over = trip.state === "completed" || trip.state === "settled";
  useEffect(() => {
    if (!over) return;
    let gone = false;
    // Without it the page is whole all the same; the next visit tries again.
    import("./after-trip").then(
      ({ AfterTrip }) => !gone && setLoaded({ Part: AfterTrip }),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [over]);
  return over && Loaded ? <Loaded.Part api={api} trip={trip} /> : null;
}
