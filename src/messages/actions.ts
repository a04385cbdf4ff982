/** The actions of a trip's conversation: write, mark as read, and close. */
import { and, count, eq, gt } from "drizzle-orm";
import {
  type StoredTripMessage,
  type StoredTripThread,
  tripMessages,
  tripThreads,
} from "../../db/schema/messages";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { appendEvent } from "../reservations/actions";
import { type FollowedTrip, requireFollowedTrip } from "../reservations/links/trip-queries";
import type { WritingState, WriteMessage } from "./contract";
import { findThread, type Party, tripIfVisibleTo, unreadCountsOf } from "./queries";
import {
  canReadMessage,
  MAX_MESSAGES_PER_MINUTE,
  MAX_MESSAGES_PER_TRIP,
  recipientOf,
  notifyAt,
  writingStateOf,
} from "./rules";
import { findRow, insertRow } from "../../db/rows";

const MINUTE_MS = 60_000;

const refusals = {
  not_yet: "messages.not_open",
  over: "messages.over",
  closed: "messages.closed",
} as const satisfies Record<Exclude<WritingState, "yes">, string>;

/**
 * Adds a message to the conversation of a trip. Idempotent by key. Throws 404 if the trip isn't the writer's, 409 while
 * the conversation is closed, 422 if the key was used for another text, 429 above ten messages a minute.
 */
export async function writeMessage(
  deps: Deps,
  writer: Party & { name: string },
  reservationId: string,
  input: WriteMessage,
): Promise<void> {
  const now = deps.now();
  const liveEvent = await deps.write((tx) => {
    const trip = tripIfVisibleTo(tx, writer, reservationId);
    const earlierMessage = findRow(tx, tripMessages, {
      reservationId,
      sender: writer.side,
      senderId: writer.id,
      sendKey: input.key,
    });
    if (earlierMessage) {
      if (earlierMessage.body !== input.text) throw new AppError("idempotency.reused");
      return null;
    }
    const thread = findThread(tx, reservationId);
    const writingState = writingStateOf(
      { ...trip, closedAt: thread?.closedAt ?? null },
      writer.side,
      now,
    );
    if (writingState !== "yes") throw new AppError(refusals[writingState]);
    const recipient = recipientOf(writer.side, input.to, trip.riderId !== null);
    if (recipient === null || trip.driverId === null) throw new AppError("messages.nobody");
    if (deps.config.hasRateLimits) refuseTooManyMessages(tx, writer, reservationId, now);
    insertRow(tx, tripMessages, {
      reservationId,
      sender: writer.side,
      senderId: writer.id,
      senderName: writer.name,
      recipient,
      driverId: trip.driverId,
      body: input.text,
      sendKey: input.key,
      createdAt: now,
    });
    const message = { sender: writer.side, recipient };
    updateThread(tx, trip, thread, now, {}, message);
    if (writer.side !== "dispatch")
      recordStaffNews(tx, deps, "message", reservationId, trip.number);
    return liveMessageEvent(
      trip,
      canReadMessage(message, "rider"),
      canReadMessage(message, "driver"),
    );
  });
  if (liveEvent) deps.bus.publish(liveEvent);
}

/** Records that a side has read up to a message. Repeating it or going backwards changes nothing. */
export async function markMessagesRead(
  deps: Deps,
  reader: Party,
  reservationId: string,
  upTo: number,
): Promise<void> {
  const liveEvent = await deps.write((tx) => {
    const trip = tripIfVisibleTo(tx, reader, reservationId);
    const thread = findThread(tx, reservationId);
    const readMark = `${reader.side}ReadId` as const;
    if (!thread || thread[readMark] >= upTo) return null;
    const readMessage = tx
      .select({ id: tripMessages.id })
      .from(tripMessages)
      .where(and(eq(tripMessages.reservationId, reservationId), eq(tripMessages.id, upTo)))
      .get();
    if (!readMessage) throw new AppError("request.not_found");
    updateThread(tx, trip, thread, thread.updatedAt, { [readMark]: upTo });
    return liveMessageEvent(trip, true, true);
  });
  if (liveEvent) deps.bus.publish(liveEvent);
}

/**
 * Closes a conversation for rider and driver, or opens it again. The trip's log records who did it. Repeating it
 * changes nothing. Throws 404 if the trip doesn't exist.
 */
export async function closeThread(
  deps: Deps,
  actor: Actor,
  reservationId: string,
  isClosed: boolean,
): Promise<void> {
  const now = deps.now();
  const liveEvent = await deps.write((tx) => {
    const trip = requireFollowedTrip(tx, actor, reservationId);
    const thread = findThread(tx, reservationId);
    if (((thread?.closedAt ?? null) !== null) === isClosed) return null;
    updateThread(tx, trip, thread, now, { closedAt: isClosed ? now : null });
    appendEvent(tx, deps, {
      id: trip.id,
      number: trip.number,
      from: trip.state,
      to: trip.state,
      actor,
      now,
      event: { kind: isClosed ? "conversation_closed" : "conversation_opened" },
    });
    return liveMessageEvent(trip, true, true);
  });
  if (liveEvent) deps.bus.publish(liveEvent);
}

function liveMessageEvent(
  { id, number, riderId, driverId }: FollowedTrip,
  notifiesRider: boolean,
  notifiesDriver: boolean,
) {
  return {
    type: "message" as const,
    reservationId: id,
    number,
    riderId: notifiesRider ? riderId : null,
    driverId: notifiesDriver ? driverId : null,
  };
}

/**
 * Updates a thread's read marks, counts and reminders from its messages. Only a new message sets a reminder, so that
 * nobody is notified twice of the same one.
 */
function updateThread(
  tx: Tx,
  trip: FollowedTrip,
  before: StoredTripThread | null,
  now: number,
  change: Partial<StoredTripThread>,
  newMessage: Pick<StoredTripMessage, "sender" | "recipient"> | null = null,
): void {
  const updatedThread = { ...before, ...change };
  const unreadCounts = unreadCountsOf(tx, trip, {
    rider: updatedThread.riderReadId ?? 0,
    driver: updatedThread.driverReadId ?? 0,
    dispatch: updatedThread.dispatchReadId ?? 0,
  });
  const reminder = (side: "rider" | "driver") => {
    if (unreadCounts[side] === 0) return null;
    const due = before?.[`${side}NotifyAt`] ?? null;
    const isRecipient =
      newMessage !== null && newMessage.sender !== side && canReadMessage(newMessage, side);
    return due === null && isRecipient ? notifyAt(now, before?.[`${side}NotifiedAt`] ?? null) : due;
  };
  const values = {
    ...change,
    riderUnread: unreadCounts.rider,
    driverUnread: unreadCounts.driver,
    dispatchUnread: unreadCounts.dispatch,
    riderNotifyAt: reminder("rider"),
    driverNotifyAt: reminder("driver"),
    updatedAt: now,
  };
  tx.insert(tripThreads)
    .values({ reservationId: trip.id, ...values })
    .onConflictDoUpdate({ target: tripThreads.reservationId, set: values })
    .run();
}

function refuseTooManyMessages(tx: Tx, writer: Party, reservationId: string, now: number): void {
  const countMessagesSince = (since: number, isOwn: boolean) =>
    tx
      .select({ n: count() })
      .from(tripMessages)
      .where(
        and(
          eq(tripMessages.reservationId, reservationId),
          gt(tripMessages.createdAt, since),
          isOwn ? eq(tripMessages.sender, writer.side) : undefined,
          isOwn ? eq(tripMessages.senderId, writer.id) : undefined,
        ),
      )
      .get()?.n ?? 0;
  if (countMessagesSince(now - MINUTE_MS, true) >= MAX_MESSAGES_PER_MINUTE)
    throw new AppError("request.too_many", { retryAfterSeconds: 60 });
  if (writer.side !== "dispatch" && countMessagesSince(0, false) >= MAX_MESSAGES_PER_TRIP)
    throw new AppError("messages.too_many");
}
