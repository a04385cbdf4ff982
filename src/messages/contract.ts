/** The messages between the people of a trip. Browser-safe. */
import { z } from "zod";
import { ReservationState } from "../reservations/contract";
import { lines } from "../settings/text-contract";

export const MAX_MESSAGE_LENGTH = 1_000;

export const Side = z.enum(["rider", "driver", "dispatch"]);
export type Side = z.infer<typeof Side>;

/** The recipients of a message. Dispatch can read every message. */
export const Recipient = z.enum(["both", "rider", "driver", "dispatch"]);
export type Recipient = z.infer<typeof Recipient>;

/** Lines of plain text without control characters or characters that reorder text. */
const text = lines.min(1, "Write something first.").max(MAX_MESSAGE_LENGTH);

export const WriteMessage = z.object({
  text,
  /** The writer's idempotency key: a repeated key means the same message. */
  key: z.string().regex(/^[\w-]{8,64}$/),
  /** The recipients. Riders and drivers write to each other, or only to dispatch. */
  to: Recipient.optional(),
});
export type WriteMessage = z.infer<typeof WriteMessage>;

export const MarkMessagesRead = z.object({ id: z.number().int().min(1) });
export type MarkMessagesRead = z.infer<typeof MarkMessagesRead>;

export const CloseThread = z.object({ closed: z.boolean() });
export type CloseThread = z.infer<typeof CloseThread>;

export const ThreadQuery = z.object({ before: z.coerce.number().int().min(1).optional() });

export const TripMessage = z.object({
  id: z.number().int(),
  from: Side,
  mine: z.boolean(),
  /** The writer's first name. Staff appear as "Dispatch" to riders and drivers. */
  name: z.string(),
  text: z.string(),
  to: Recipient,
  at: z.iso.datetime(),
  /** The recipients who have read it. */
  readBy: z.array(Side),
  /** The writer's key, which identifies the message. Null on messages by others. */
  key: z.string().nullable(),
});
export type TripMessage = z.infer<typeof TripMessage>;

/** Whether somebody can write now, or why not. */
export const WritingState = z.enum(["yes", "not_yet", "over", "closed"]);
export type WritingState = z.infer<typeof WritingState>;

export const Thread = z.object({
  number: z.number().int(),
  /** A page of at most 50 messages, oldest first. */
  messages: z.array(TripMessage),
  /** The value of `before` for the previous page; null at the beginning. */
  earlier: z.number().int().nullable(),
  unread: z.number().int(),
  writable: WritingState,
  /** Whether dispatch has closed the conversation. Riders and drivers see this in `writable`. */
  closed: z.boolean(),
  /** First names. Null for a rider without an account, and while no driver is assigned. */
  rider: z.string().nullable(),
  driver: z.string().nullable(),
});
export type Thread = z.infer<typeof Thread>;

export const ThreadAnswer = z.object({ thread: Thread });
export type ThreadAnswer = z.infer<typeof ThreadAnswer>;

/** The number of unread messages of each trip. */
export const UnreadMessages = z.object({
  trips: z.array(z.object({ reservationId: z.string(), unread: z.number().int() })),
});
export type UnreadMessages = z.infer<typeof UnreadMessages>;

/** A trip with a message for dispatch to read, or a passenger to confirm. */
export const TripNeedingAttention = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  passenger: z.object({ name: z.string() }),
});
export type TripNeedingAttention = z.infer<typeof TripNeedingAttention>;

export const MessagesNeedingAttention = z.object({
  /** Trips with messages that neither dispatch nor their recipient has read, newest first. */
  unread: z.array(TripNeedingAttention),
  /** Trips whose driver is at the pickup and whose passenger has no code. */
  boarding: z.array(TripNeedingAttention),
});
export type MessagesNeedingAttention = z.infer<typeof MessagesNeedingAttention>;

/** The event `message` of a live stream: a conversation has changed. */
export const NewMessageNotice = z.object({ reservationId: z.string(), number: z.number().int() });
export type NewMessageNotice = z.infer<typeof NewMessageNotice>;
