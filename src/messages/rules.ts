/**
 * The rules of conversations. Each trip has one, from the assignment of a driver until four hours after its end. Rider
 * and driver write to each other, or only to dispatch, without learning each other's phone number or address. Dispatch
 * reads every message, writes to either or both, and can close the conversation for them. A newly assigned driver
 * starts with an empty conversation. Somebody who hasn't read a message after a minute is notified through their chosen
 * channels, at most once in five minutes.
 */
import type { ReservationState } from "../reservations/contract";
import { hasDriver } from "../reservations/rules";
import type { Recipient, Side, WritingState } from "./contract";

const MINUTE_MS = 60_000;

/** How long after a trip's end people may still write. */
export const OPEN_AFTER_TRIP_MS = 4 * 60 * MINUTE_MS;
/** How long a message may stay unread before its recipient is notified. */
export const NOTIFY_AFTER_MS = MINUTE_MS;
/** The minimum time between two notifications. */
export const NOTIFY_INTERVAL_MS = 5 * MINUTE_MS;
/** The maximum per writer and trip. */
export const MAX_MESSAGES_PER_MINUTE = 10;
/** The maximum per trip. */
export const MAX_MESSAGES_PER_TRIP = 1_000;

/** Returns whether a side may write on a trip at `now`, or why not. `endedAt` is null until the trip ends. */
export function writingStateOf(
  trip: {
    state: ReservationState;
    driverId: string | null;
    endedAt: number | null;
    closedAt: number | null;
  },
  side: Side,
  now: number,
): WritingState {
  const { state, driverId, endedAt, closedAt } = trip;
  const isEnded = endedAt !== null && !hasDriver(state);
  if (driverId === null) return isEnded ? "over" : "not_yet";
  if (!isEnded && !hasDriver(state)) return "not_yet";
  if (isEnded && now >= endedAt + OPEN_AFTER_TRIP_MS) return "over";
  return closedAt !== null && side !== "dispatch" ? "closed" : "yes";
}

/** Returns the recipients of a message, or null if there are none. A rider without an account can't read messages. */
export function recipientOf(
  side: Side,
  requested: Recipient | undefined,
  hasRider: boolean,
): Recipient | null {
  if (side === "rider") return requested === "dispatch" ? "dispatch" : "driver";
  if (side === "driver") return requested === "dispatch" || !hasRider ? "dispatch" : "rider";
  if (requested === "driver" || (requested !== "rider" && !hasRider)) return "driver";
  if (!hasRider) return null;
  return requested === "rider" ? "rider" : "both";
}

/** Tells whether a side can read a message, as its sender or a recipient, or as dispatch. */
export function canReadMessage(
  message: { sender: Side; recipient: Recipient },
  side: Side,
): boolean {
  if (side === "dispatch" || message.sender === side) return true;
  return message.recipient === side || message.recipient === "both";
}

/** Returns when (ms) somebody with messages unread since `now` is notified. `notifiedAt` is their last notification. */
export function notifyAt(now: number, notifiedAt: number | null): number {
  return Math.max(now + NOTIFY_AFTER_MS, notifiedAt === null ? 0 : notifiedAt + NOTIFY_INTERVAL_MS);
}

/** How far each side has read, as message numbers. */
export type ReadMarks = { rider: number; driver: number; dispatch: number };

/** Returns the recipients who have read a message. Dispatch is included only if the message is for dispatch alone. */
export function readersOf(
  message: { id: number; sender: Side; recipient: Recipient },
  marks: ReadMarks,
): Side[] {
  const readers: Side[] = [];
  for (const side of ["rider", "driver"] as const)
    if (message.sender !== side && canReadMessage(message, side) && marks[side] >= message.id)
      readers.push(side);
  if (message.recipient === "dispatch" && marks.dispatch >= message.id) readers.push("dispatch");
  return readers;
}
