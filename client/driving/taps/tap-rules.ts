/**
 * Rules for taps that wait on this phone. They are sent in order, each until the server answers. A refused tap stops
 * the later taps of its trip, because they were made for a trip that has changed. These wait until the driver has read
 * the reason. Other trips continue. Waiting taps are shown as done, except a trip code, which only the server can
 * check.
 */
import type { Reservation } from "../../../src/reservations/contract";
import { type Act, applyTripAction } from "./trip-action-rules";

/**
 * The reason why a tap was refused: the server's code and message. `gone` means that the trip is no longer the
 * driver's.
 */
export type Refusal = { code: string; words: string; gone: boolean };

/** A tap as stored on the phone. */
export type StoredTap = {
  /** The number of the tap, which increases in the order of the taps. */
  seq: number;
  /** The `Idempotency-Key` of every try to send it. */
  key: string;
  driverId: string;
  tripId: string;
  number: number;
  /** The version of the trip that the driver saw, with all earlier taps applied. */
  version: number;
  /** The time of the tap by the server's clock, ISO 8601. */
  tappedAt: string;
  act: Act;
  /** The reason why the server refused it. This tap and the later ones of the trip then wait for the driver. */
  refusal: Refusal | null;
};

/** Returns the next tap to send: the oldest one of a trip without a refusal; null when there is none. */
export function nextTapToSend(taps: readonly StoredTap[]): StoredTap | null {
  return sortTaps(taps).find((tap) => refusedTapOf(taps, tap.tripId) === null) ?? null;
}

/** Returns the refused tap that stopped a trip; null when there is none. */
export function refusedTapOf(taps: readonly StoredTap[], tripId: string): StoredTap | null {
  return tapsOf(taps, tripId).find(({ refusal }) => refusal !== null) ?? null;
}

/** Returns the taps of one trip in order. */
export function tapsOf(taps: readonly StoredTap[], tripId: string): StoredTap[] {
  return sortTaps(taps).filter((tap) => tap.tripId === tripId);
}

/** Whether a later step of the trip waits after this one. */
export function hasLaterSteps(taps: readonly StoredTap[], tap: StoredTap): boolean {
  return taps.some(
    ({ tripId, seq, act }) =>
      tripId === tap.tripId && seq > tap.seq && (act.kind === "step" || act.kind === "stop"),
  );
}

/**
 * Returns the trip with the waiting taps applied. `trustsCode` says whether an unchecked trip code counts as right,
 * because without a network the driver cannot wait for the check.
 */
export function applyTaps(
  trip: Reservation,
  taps: readonly StoredTap[],
  trustsCode: boolean,
): Reservation {
  if (refusedTapOf(taps, trip.id)) return trip;
  let shownTrip = trip;
  for (const tap of tapsOf(taps, trip.id)) {
    const { act, version } = tap;
    const after = version === shownTrip.version ? applyTripAction(shownTrip, tap) : null;
    if (!after) continue;
    if (act.kind === "step" && act.boarding?.code !== undefined && !trustsCode) break;
    shownTrip = after;
  }
  return shownTrip;
}

/** Whether the stopped taps can be sent for the current trip. */
export function canResend(taps: readonly StoredTap[], trip: Reservation): boolean {
  const refusedTap = refusedTapOf(taps, trip.id);
  // A wrong code stays wrong, so it cannot be sent again.
  if (!refusedTap || refusedTap.refusal?.code.startsWith("boarding.")) return false;
  let after: Reservation | null = trip;
  for (const tap of tapsOf(taps, trip.id)) after = after && applyTripAction(after, tap);
  return after !== null;
}

/**
 * Returns the stopped taps adapted to the current trip, each with a new key. They keep their times, unless the server
 * refused those: then they get `now`.
 */
export function rebaseTaps(
  taps: readonly StoredTap[],
  trip: Reservation,
  now: string,
  createKey: () => string,
): StoredTap[] {
  const code = refusedTapOf(taps, trip.id)?.refusal?.code;
  const isWrongTime = code?.startsWith("tap.") || code === "no_show.too_early";
  return tapsOf(taps, trip.id).map((tap, at) => ({
    ...tap,
    key: createKey(),
    version: trip.version + at,
    tappedAt: isWrongTime ? now : tap.tappedAt,
    refusal: null,
  }));
}

function sortTaps(taps: readonly StoredTap[]): StoredTap[] {
  return taps.toSorted((a, b) => a.seq - b.seq);
}
