import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { read } from "../api";
import { ApiError } from "../api-error";
import { stateLook } from "../ui/state-badge";
import { fetchTripIfMine } from "./loads";
import { tell } from "./tell";
import type { Step } from "./words";

/** How the last tap fared: a driver must always see whether it arrived. */
export type Tap =
  | { phase: "none" }
  | { phase: "sending"; to: Step }
  | { phase: "saved"; to: Step; at: string }
  /** It may not have arrived; sending it again is safe. */
  | { phase: "failed"; to: Step; message: string }
  /** It was not done: the trip had become another. */
  | { phase: "changed"; message: string };

/** A second tap within this time of the answer is the first one's echo. */
export const ECHO_MS = 1000;

/**
 * The trip as it stands and the taking of its steps. A step goes out with the version the driver
 * saw, so the same tap sent twice counts once: when the answer to the first was lost, the second
 * is refused as stale and the trip is found where the driver wanted it, which is an arrival.
 */
export function useStep(loaded: Reservation): {
  trip: Reservation;
  tap: Tap;
  /** No step can be taken at the moment: one is on its way, or has just arrived. */
  resting: boolean;
  take: (to: Step) => Promise<void>;
} {
  const router = useRouter();
  const { api } = router.options.context;
  const [own, setOwn] = useState(loaded);
  const trip = own.id === loaded.id && own.version > loaded.version ? own : loaded;
  const [tap, setTap] = useState<Tap>({ phase: "none" });
  const [echo, setEcho] = useState(false);
  const sending = useRef(false);
  const seen = useRef({ id: trip.id, version: trip.version, state: trip.state });

  // What changed without a tap was dispatch, or the rider: said, never slipped in.
  useEffect(() => {
    const before = seen.current;
    seen.current = { id: trip.id, version: trip.version, state: trip.state };
    if (before.id !== trip.id) setTap({ phase: "none" });
    else if (before.version < trip.version && !sending.current && own !== trip) {
      setTap({ phase: "changed", message: changeWords(before.state, trip) });
    }
  }, [trip, own]);

  useEffect(() => {
    if (!echo) return;
    const timer = setTimeout(() => setEcho(false), ECHO_MS);
    return () => clearTimeout(timer);
  }, [echo]);

  const arrive = (to: Step, next: Reservation) => {
    setOwn(next);
    setEcho(true);
    setTap({ phase: "saved", to, at: new Date().toISOString() });
    // Home goes on to the next trip at once: only the toast still says how this one ended.
    if (to === "completed") void tell("success", `Trip ${next.number} is completed.`);
    if (to === "no_show") void tell("info", `Trip ${next.number}: no-show reported.`);
  };

  const take = async (to: Step) => {
    if (sending.current) return;
    sending.current = true;
    setTap({ phase: "sending", to });
    const { id, version } = trip;
    let reached = true;
    try {
      const progress = api.driver.reservations[":id"].progress;
      const { reservation } = await read(progress.$post({ param: { id }, json: { version, to } }));
      arrive(to, reservation);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409) {
        try {
          const found = await fetchTripIfMine(api, id);
          if (!found) setTap({ phase: "changed", message: "This trip is not yours any more." });
          else if (found.state === to) arrive(to, found);
          else {
            setOwn(found);
            setTap({ phase: "changed", message: changeWords(trip.state, found) });
          }
        } catch {
          setTap({ phase: "failed", to, message: error.message });
        }
      } else {
        reached = error.status !== 0;
        setTap({ phase: "failed", to, message: error.message });
      }
    } finally {
      sending.current = false;
    }
    if (reached) await router.invalidate();
  };

  return { trip, tap, resting: tap.phase === "sending" || echo, take };
}

function changeWords(before: Reservation["state"], now: Reservation): string {
  if (before === now.state) return "Dispatch changed this trip. Please read it again.";
  return `This trip was changed meanwhile. It is now: ${stateLook[now.state].words}.`;
}
