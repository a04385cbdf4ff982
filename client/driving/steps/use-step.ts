import { useEffect, useRef, useState } from "react";
import type { BoardingProof } from "../../../src/reservations/waiting/boarding-contract";
import type { NoShowProof } from "../../../src/reservations/waiting/no-show-contract";
import type { Reservation } from "../../../src/reservations/contract";
import { stateLook } from "../../ui/state-badge";
import type { TripAct } from "../taps/act-rules";
import { type KeptTap, shownTrip, stopOf, tapsOf } from "../taps/tap-rules";
import { useTaps } from "../taps/taps";
import type { Step } from "../words";

/** How the last tap fared: a driver must always see whether it arrived. */
export type Tap =
  | { phase: "none" }
  /** On its way; it is kept on the phone as well. */
  | { phase: "sending" }
  /** `count` taps wait on the phone for the network. */
  | { phase: "kept"; count: number }
  | { phase: "sent"; at: string }
  /** The passenger was not known by what was given. */
  | { phase: "refused"; message: string }
  /** Nothing of these was done: the trip had become another. */
  | { phase: "stopped"; message: string; notDone: readonly KeptTap[] }
  /** Dispatch or the rider changed something. */
  | { phase: "changed"; message: string };

/** What goes with a step: with the passenger on board how the driver knows them, or what a no-show has. */
type StepProof = { boarding?: BoardingProof; noShow?: NoShowProof };
/** Takes a step, with what goes with it. */
export type TakeStep = (to: Step, proof?: StepProof) => Promise<void>;
/** Takes anything that can be tapped on a trip. */
export type TakeAct = (act: TripAct) => Promise<void>;

/** A second tap within this time of when the first one shows is its echo: not meant for what stands there now. */
export const ECHO_MS = 1000;

/**
 * The trip as the driver has it and the taking of its steps. A step is kept on the phone before it is
 * sent, and the trip shows it as taken at once; a step that the server refuses is taken back, with the
 * reason and with everything that was tapped after it.
 */
export function useStep(loaded: Reservation): {
  trip: Reservation;
  tap: Tap;
  /** No step can be taken at the moment: one was taken just now, or waits for the driver to read. */
  resting: boolean;
  take: TakeStep;
  takeAct: TakeAct;
} {
  const { taps, away, trips, answered, add } = useTaps();
  const answer = trips.get(loaded.id);
  const known = answer && answer.version > loaded.version ? answer : loaded;
  const trip = shownTrip(known, taps, away);
  const [changed, setChanged] = useState<string | null>(null);
  const [echo, setEcho] = useState<"none" | "keeping" | "shown">("none");
  const tapping = useRef(false);
  const seen = useRef(trip);
  const waiting = tapsOf(taps, trip.id);
  const stop = stopOf(taps, trip.id);

  // What changed without a tap was dispatch, or the rider: said, never slipped in.
  useEffect(() => {
    const before = seen.current;
    seen.current = trip;
    if (before.id !== trip.id) setChanged(null);
    else if (before.version < trip.version && trip === loaded)
      setChanged((words) => changeWords(before, trip) ?? words);
  }, [trip, loaded]);

  useEffect(() => {
    // A slow phone takes its time to keep a tap: until it shows there is nothing else to tap.
    if (echo !== "shown") return;
    const timer = setTimeout(() => setEcho("none"), ECHO_MS);
    return () => clearTimeout(timer);
  }, [echo]);

  const takeAct: TakeAct = async (act) => {
    if (tapping.current) return;
    tapping.current = true;
    setEcho("keeping");
    setChanged(null);
    try {
      await add(trip, act);
    } finally {
      tapping.current = false;
      setEcho("shown");
    }
  };
  const take: TakeStep = (to, proof) => takeAct({ kind: "step", to, ...proof });

  const tap = ((): Tap => {
    if (stop?.refusal) return { phase: "stopped", message: stop.refusal.words, notDone: waiting };
    const last = waiting.at(-1);
    if (last && away) return { phase: "kept", count: waiting.length };
    if (last) return { phase: "sending" };
    if (changed !== null) return { phase: "changed", message: changed };
    const heard = answered.get(trip.id);
    if (heard?.kind === "sent") return { phase: "sent", at: heard.at };
    if (heard?.kind === "refused" && heard.code) return { phase: "refused", message: heard.words };
    return { phase: "none" };
  })();

  // A code is looked at before anything else can be tapped: it may be wrong.
  const looking = tap.phase === "sending" && trip.state === "on_location";
  const resting =
    tap.phase !== "refused" && (echo !== "none" || looking || tap.phase === "stopped");
  return { trip, tap, resting, take, takeAct };
}

/** What is said of a change that was not the driver's tap; null for what needs no words. */
function changeWords(before: Reservation, now: Reservation): string | null {
  if (before.state !== now.state)
    return `This trip was changed meanwhile. It is now: ${stateLook[now.state].words}.`;
  const known = new Set(before.timeline.map(({ id }) => id));
  const added = now.timeline.filter(({ id }) => !known.has(id));
  // What the driver tapped on another phone needs no words.
  const others = added.filter(({ actor }) => actor.kind !== "driver");
  if (added.length === 0 || !others.every(({ event }) => event.kind.startsWith("boarding_")))
    return "Dispatch changed this trip. Please read it again.";
  if (now.boarding?.confirmed && !before.boarding?.confirmed)
    return "Dispatch has confirmed your passenger.";
  if (now.boarding?.onlyWithCode && !before.boarding?.onlyWithCode)
    return "Your passenger boards only with the code of the trip.";
  return null;
}
