/**
 * Each trip has one conversation, from the assignment of a driver until four hours after its end. Rider and
 * driver write to each other, or to dispatch alone, without learning each other's number or address;
 * dispatch reads all of it, writes to either or both, and can close it for them. A newly assigned driver
 * starts with an empty conversation. Somebody who has not read a message after a minute is notified by
 * their chosen channels, at most once in five minutes.
 */
import type { ReservationState } from "../reservations/contract";
import { hasDriver } from "../reservations/rules";
import type { Recipient, Side, WritingState } from "./contract";

const MINUTE_MS = 60_000;

/** How long after a trip's end people may still write. */
export const OPEN_AFTER_TRIP_MS = 4 * 60 * MINUTE_MS;
/** Who has not read by then is told. */
export const NOTIFY_AFTER_MS = MINUTE_MS;
/** And not again before this. */
export const NOTIFY_INTERVAL_MS = 5 * MINUTE_MS;
/** Of one writer on one trip. */
export const MAX_MESSAGES_PER_MINUTE = 10;
/** In total, per trip. */
export const MAX_MESSAGES_PER_TRIP = 1_000;

/** Whether a side may write on a trip at `now`; `endedAt` is null until it ends. */
export function writable(
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

/** The recipients of a message; null if there are none. A rider without an account reads nothing. */
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

/** Whether a side reads a message. */
export function isRecipient(message: { sender: Side; recipient: Recipient }, side: Side): boolean {
  if (side === "dispatch" || message.sender === side) return true;
  return message.recipient === side || message.recipient === "both";
}

/** When (ms) somebody with something unread since `now` is told, after the last time they were. */
export function notifyAt(now: number, notifiedAt: number | null): number {
  return Math.max(now + NOTIFY_AFTER_MS, notifiedAt === null ? 0 : notifiedAt + NOTIFY_INTERVAL_MS);
}

/** How far each side has read, as numbers of messages. */
export type ReadMarks = { rider: number; driver: number; dispatch: number };

/** The recipients who have read it. Dispatch is named if the message is for dispatch alone. */
export function readersOf(
  message: { id: number; sender: Side; recipient: Recipient },
  marks: ReadMarks,
): Side[] {
  const readers: Side[] = [];
  for (const side of ["rider", "driver"] as const)
    if (message.sender !== side && isRecipient(message, side) && marks[side] >= message.id)
      readers.push(side);
  if (message.recipient === "dispatch" && marks.dispatch >= message.id) readers.push("dispatch");
  return readers;
}
