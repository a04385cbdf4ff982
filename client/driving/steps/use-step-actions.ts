import { useEffect, useRef, useState } from "react";
import type { BoardingProof } from "../../../src/reservations/waiting/boarding-contract";
import type { NoShowProof } from "../../../src/reservations/waiting/no-show-contract";
import type { Reservation } from "../../../src/reservations/contract";
import type { TripAction } from "../taps/trip-action-rules";
import { type StoredTap, applyTaps, refusedTapOf, tapsOf } from "../taps/tap-rules";
import { useTaps } from "../taps/taps";
import { stateChangeText, type Step } from "../words";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";

/** The status of the last tap. The driver must always see whether the server has it. */
export type Tap =
  | { phase: "none" }
  /** It is being sent, and is also stored on the phone. */
  | { phase: "sending" }
  /** `count` taps wait on the phone for the network. */
  | { phase: "kept"; count: number }
  | { phase: "sent"; at: string }
  /** The server refused the passenger's code or the reason. */
  | { phase: "refused"; message: string }
  /** None of these taps was applied, because the trip had changed. */
  | { phase: "stopped"; message: string; droppedTaps: readonly StoredTap[] }
  /** Dispatch or the rider changed something. */
  | { phase: "changed"; message: string };

/** Proof sent with a step: how the driver knows the passenger, or the evidence of a no-show. */
type StepProof = { boarding?: BoardingProof; noShow?: NoShowProof };
/** Takes a step, with its proof. Resolves with false if it was not stored. */
export type TakeStep = (to: Step, proof?: StepProof) => Promise<boolean>;
/** Takes anything that can be tapped on a trip. Resolves with false if it was not stored. */
export type TakeAction = (act: TripAction) => Promise<boolean>;

/** A second tap within this time after the first one shows is ignored as accidental. */
export const REPEATED_TAP_MS = 1000;

/**
 * The trip with the driver's unsent steps applied, and the function to take a step. A step is stored
 * on the phone before it is sent, and shown at once. A refused step is undone, with its reason and
 * with every later tap on the trip.
 */
export function useStepActions(loaded: Reservation): {
  trip: Reservation;
  tap: Tap;
  /** Whether no step can be taken right now, because one was just taken or a refusal waits to be read. */
  isDisabledBriefly: boolean;
  takeStep: TakeStep;
  takeAction: TakeAction;
} {
  const t = useWords();
  const { taps, isOffline, trips, lastAnswers, add } = useTaps();
  const answer = trips.get(loaded.id);
  const latestTrip = answer && answer.version > loaded.version ? answer : loaded;
  const trip = applyTaps(latestTrip, taps, isOffline);
  const [changeMessage, setChangeMessage] = useState<string | null>(null);
  const [storingState, setStoringState] = useState<"none" | "keeping" | "shown">("none");
  const isTapping = useRef(false);
  const lastTrip = useRef(trip);
  const waitingTaps = tapsOf(taps, trip.id);
  const refusedTap = refusedTapOf(taps, trip.id);

  // A change without a tap came from dispatch or the rider: tell the driver about it.
  useEffect(() => {
    const before = lastTrip.current;
    lastTrip.current = trip;
    if (before.id !== trip.id) setChangeMessage(null);
    else if (before.version < trip.version && trip === loaded)
      setChangeMessage((words) => changeWords(before, trip, t) ?? words);
  }, [trip, loaded, t]);

  useEffect(() => {
    // A slow phone needs time to store a tap. Until the tap shows, no other tap is possible.
    if (storingState !== "shown") return;
    const timer = setTimeout(() => setStoringState("none"), REPEATED_TAP_MS);
    return () => clearTimeout(timer);
  }, [storingState]);

  const takeAct: TakeAction = async (act) => {
    if (isTapping.current) return false;
    isTapping.current = true;
    setStoringState("keeping");
    setChangeMessage(null);
    try {
      return await add(trip, act);
    } finally {
      isTapping.current = false;
      setStoringState("shown");
    }
  };
  const takeStep: TakeStep = (to, proof) => takeAct({ kind: "step", to, ...proof });

  const tap = ((): Tap => {
    if (refusedTap?.refusal)
      return { phase: "stopped", message: refusedTap.refusal.words, droppedTaps: waitingTaps };
    const lastTap = waitingTaps.at(-1);
    if (lastTap && isOffline) return { phase: "kept", count: waitingTaps.length };
    if (lastTap) return { phase: "sending" };
    if (changeMessage !== null) return { phase: "changed", message: changeMessage };
    const lastAnswer = lastAnswers.get(trip.id);
    if (lastAnswer?.kind === "sent") return { phase: "sent", at: lastAnswer.at };
    if (lastAnswer?.kind === "refused" && lastAnswer.isCodeRefusal)
      return { phase: "refused", message: lastAnswer.words };
    return { phase: "none" };
  })();

  // The code may be wrong, so nothing else can be tapped until it is checked.
  const isCheckingCode = tap.phase === "sending" && trip.state === "on_location";
  const isDisabledBriefly =
    tap.phase !== "refused" &&
    (storingState !== "none" || isCheckingCode || tap.phase === "stopped");
  return { trip, tap, isDisabledBriefly, takeStep, takeAction: takeAct };
}

/** Returns the message for a change that the driver did not make; null when none is needed. */
function changeWords(before: Reservation, after: Reservation, t: Say): string | null {
  if (before.state !== after.state) return stateChangeText(after, t);
  const oldEntryIds = new Set(before.timeline.map(({ id }) => id));
  const newEntries = after.timeline.filter(({ id }) => !oldEntryIds.has(id));
  // The driver's own taps on another phone need no message.
  const entriesOfOthers = newEntries.filter(({ actor }) => actor.kind !== "driver");
  if (
    newEntries.length === 0 ||
    !entriesOfOthers.every(({ event }) => event.kind.startsWith("boarding_"))
  )
    return t("Dispatch changed this trip. Please check the details.");
  if (after.boarding?.confirmed && !before.boarding?.confirmed)
    return t("Dispatch has confirmed your passenger.");
  if (after.boarding?.onlyWithCode && !before.boarding?.onlyWithCode)
    return t("Your passenger can board only with the trip code.");
  return null;
}
