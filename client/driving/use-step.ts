import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { BoardingProof } from "../../src/reservations/boarding-contract";
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
  | { phase: "failed"; to: Step; message: string; proof: BoardingProof | undefined }
  /** The passenger was not known by what was given. */
  | { phase: "refused"; message: string }
  /** It was not done: the trip had become another. */
  | { phase: "changed"; message: string };

/** Takes a step; with the passenger on board, how the driver knows them. */
export type TakeStep = (to: Step, proof?: BoardingProof) => Promise<void>;

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
  take: TakeStep;
} {
  const router = useRouter();
  const { api } = router.options.context;
  const [own, setOwn] = useState(loaded);
  const trip = own.id === loaded.id && own.version > loaded.version ? own : loaded;
  const [tap, setTap] = useState<Tap>({ phase: "none" });
  const [echo, setEcho] = useState(false);
  const sending = useRef(false);
  const seen = useRef(trip);

  // What changed without a tap was dispatch, or the rider: said, never slipped in.
  useEffect(() => {
    const before = seen.current;
    seen.current = trip;
    if (before.id !== trip.id) setTap({ phase: "none" });
    else if (before.version < trip.version && !sending.current && own !== trip) {
      const message = changeWords(before, trip);
      if (message) setTap({ phase: "changed", message });
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

  const take: TakeStep = async (to, proof) => {
    if (sending.current) return;
    sending.current = true;
    setTap({ phase: "sending", to });
    const { id, version } = trip;
    let reached = true;
    try {
      const progress = api.driver.reservations[":id"].progress;
      const json = { version, to, ...(proof && { boarding: proof }) };
      const { reservation } = await read(progress.$post({ param: { id }, json }));
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
            const message = changeWords(trip, found);
            setTap(message ? { phase: "changed", message } : { phase: "none" });
          }
        } catch {
          setTap({ phase: "failed", to, message: error.message, proof });
        }
      } else if (error.code.startsWith("boarding.")) {
        setTap({ phase: "refused", message: error.message });
      } else {
        reached = error.status !== 0;
        setTap({ phase: "failed", to, message: error.message, proof });
      }
    } finally {
      sending.current = false;
    }
    if (reached) await router.invalidate();
  };

  return { trip, tap, resting: tap.phase === "sending" || echo, take };
}

/** What is said of a change that was not the driver's tap; null for what needs no words. */
function changeWords(before: Reservation, now: Reservation): string | null {
  if (before.state !== now.state)
    return `This trip was changed meanwhile. It is now: ${stateLook[now.state].words}.`;
  if (!isBoardingOnly(before, now)) return "Dispatch changed this trip. Please read it again.";
  if (now.boarding?.confirmed && !before.boarding?.confirmed)
    return "Dispatch has confirmed your passenger.";
  if (now.boarding?.onlyWithCode && !before.boarding?.onlyWithCode)
    return "Your passenger boards only with the code of the trip.";
  return null;
}

/** Nothing else is new than what was said about the code. */
function isBoardingOnly(before: Reservation, now: Reservation): boolean {
  const known = new Set(before.timeline.map(({ id }) => id));
  const added = now.timeline.filter(({ id }) => !known.has(id));
  return added.length > 0 && added.every(({ detail }) => "boarding" in detail);
}
