/**
 * Taps that wait on this phone. They go out in the order in which they were made, each until an answer
 * is heard. One that is refused stops the taps of its trip: those after it were made for a trip that is
 * another now, so nothing of them is done until the driver has read why. Other trips go on. What waits
 * is shown as if it were done, except a code, which only the server can tell right from wrong.
 */
import type { Reservation } from "../../../src/reservations/contract";
import { type Act, afterAct } from "./act-rules";

/** Why a tap was not done, in the server's code and in words; `gone` with the trip itself. */
export type Refusal = { code: string; words: string; gone: boolean };

/** A tap as it is kept on the phone. */
export type KeptTap = {
  /** Counts up in the order of the taps. */
  seq: number;
  /** The `Idempotency-Key` under which it is sent, however often. */
  key: string;
  driverId: string;
  tripId: string;
  number: number;
  /** The version of the trip that the driver saw, with the taps before this one done. */
  version: number;
  /** The moment of the tap by the server's clock, ISO 8601. */
  tappedAt: string;
  act: Act;
  /** Why the server did not do it: this and what follows of the trip waits for the driver. */
  refusal: Refusal | null;
};

/** The tap that goes out next, or null: the oldest of a trip that has not stopped. */
export function nextToSend(taps: readonly KeptTap[]): KeptTap | null {
  return inOrder(taps).find((tap) => stopOf(taps, tap.tripId) === null) ?? null;
}

/** The refused tap that stopped a trip; null while it goes on. */
export function stopOf(taps: readonly KeptTap[], tripId: string): KeptTap | null {
  return tapsOf(taps, tripId).find(({ refusal }) => refusal !== null) ?? null;
}

/** The taps of one trip in their order. */
export function tapsOf(taps: readonly KeptTap[], tripId: string): KeptTap[] {
  return inOrder(taps).filter((tap) => tap.tripId === tripId);
}

/** Whether a later step of the trip waits behind this one. */
export function isFollowed(taps: readonly KeptTap[], tap: KeptTap): boolean {
  return taps.some(
    ({ tripId, seq, act }) =>
      tripId === tap.tripId && seq > tap.seq && (act.kind === "step" || act.kind === "stop"),
  );
}

/**
 * The trip as it is once what waits has arrived. `sure` is whether a code that is being looked at
 * counts as right: without a network the driver cannot wait for that.
 */
export function shownTrip(trip: Reservation, taps: readonly KeptTap[], sure: boolean): Reservation {
  if (stopOf(taps, trip.id)) return trip;
  let shown = trip;
  for (const tap of tapsOf(taps, trip.id)) {
    const { act, version } = tap;
    const after = version === shown.version ? afterAct(shown, tap) : null;
    if (!after) continue;
    if (act.kind === "step" && act.boarding?.code !== undefined && !sure) break;
    shown = after;
  }
  return shown;
}

/** Whether the stopped taps could be sent for the trip as it is now. */
export function canResend(taps: readonly KeptTap[], trip: Reservation): boolean {
  const stop = stopOf(taps, trip.id);
  // The same code is no better the second time.
  if (!stop || stop.refusal?.code.startsWith("boarding.")) return false;
  let after: Reservation | null = trip;
  for (const tap of tapsOf(taps, trip.id)) after = after && afterAct(after, tap);
  return after !== null;
}

/**
 * The stopped taps for the trip as it is now, each with a key of its own. They keep their times, unless
 * it was those that were refused: then they count for `now`.
 */
export function rebased(
  taps: readonly KeptTap[],
  trip: Reservation,
  now: string,
  newKey: () => string,
): KeptTap[] {
  const code = stopOf(taps, trip.id)?.refusal?.code;
  const untimely = code?.startsWith("tap.") || code === "no_show.too_early";
  return tapsOf(taps, trip.id).map((tap, at) => ({
    ...tap,
    key: newKey(),
    version: trip.version + at,
    tappedAt: untimely ? now : tap.tappedAt,
    refusal: null,
  }));
}

function inOrder(taps: readonly KeptTap[]): KeptTap[] {
  return taps.toSorted((a, b) => a.seq - b.seq);
}
