/** What the people of a trip write to each other. Browser-safe. */
import { z } from "zod";
import { ReservationState } from "../reservations/contract";
import { lines } from "../settings/text-contract";

export const MOST_LETTERS = 1_000;

export const Side = z.enum(["rider", "driver", "dispatch"]);
export type Side = z.infer<typeof Side>;

/** Whom a message is for; dispatch reads all. */
export const Recipient = z.enum(["both", "rider", "driver", "dispatch"]);
export type Recipient = z.infer<typeof Recipient>;

/** Lines of plain text: no control characters, nothing that reorders them. */
const text = lines
  .min(1, "Write something first.")
  .max(MOST_LETTERS, "A message has 1,000 characters at most.");

export const WriteMessage = z.object({
  text,
  /** The writer's own mark: sent again with the same one it is the same message. */
  key: z.string().regex(/^[\w-]{8,64}$/),
  /** To whom; riders and drivers write to each other, or to dispatch alone. */
  to: Recipient.optional(),
});
export type WriteMessage = z.infer<typeof WriteMessage>;

export const ReadUpTo = z.object({ id: z.number().int().min(1) });
export type ReadUpTo = z.infer<typeof ReadUpTo>;

export const CloseThread = z.object({ closed: z.boolean() });
export type CloseThread = z.infer<typeof CloseThread>;

export const ThreadQuery = z.object({ before: z.coerce.number().int().min(1).optional() });

export const TripMessage = z.object({
  id: z.number().int(),
  from: Side,
  mine: z.boolean(),
  /** The first name; staff are "Dispatch" to everybody outside. */
  name: z.string(),
  text: z.string(),
  to: Recipient,
  at: z.iso.datetime(),
  /** Of those it is for, who has read it. */
  readBy: z.array(Side),
  /** The writer's mark, on their own messages only: what was sent is found again by it. */
  key: z.string().nullable(),
});
export type TripMessage = z.infer<typeof TripMessage>;

/** Whether somebody can write now, and why not. */
export const Writable = z.enum(["yes", "not_yet", "over", "closed"]);
export type Writable = z.infer<typeof Writable>;

export const Thread = z.object({
  number: z.number().int(),
  /** A page of at most 50, the oldest first. */
  messages: z.array(TripMessage),
  /** What `before` takes for the page before; null at the beginning. */
  earlier: z.number().int().nullable(),
  unread: z.number().int(),
  writable: Writable,
  /** Dispatch has closed it; to riders and drivers `writable` says so. */
  closed: z.boolean(),
  /** First names; null for a rider without an account, and while nobody drives. */
  rider: z.string().nullable(),
  driver: z.string().nullable(),
});
export type Thread = z.infer<typeof Thread>;

export const ThreadAnswer = z.object({ thread: Thread });
export type ThreadAnswer = z.infer<typeof ThreadAnswer>;

/** How many messages wait to be read, trip by trip. */
export const UnreadMessages = z.object({
  trips: z.array(z.object({ reservationId: z.string(), unread: z.number().int() })),
});
export type UnreadMessages = z.infer<typeof UnreadMessages>;

/** A trip that has something for dispatch to read, or a passenger to confirm. */
export const MessagesTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  state: ReservationState,
  pickupAt: z.iso.datetime(),
  passenger: z.object({ name: z.string() }),
});
export type MessagesTrip = z.infer<typeof MessagesTrip>;

export const MessagesAttention = z.object({
  /** Messages that neither dispatch nor the one they are for has read; the newest first. */
  unread: z.array(MessagesTrip),
  /** Drivers who stand before a passenger without the code. */
  boarding: z.array(MessagesTrip),
});
export type MessagesAttention = z.infer<typeof MessagesAttention>;

/** What a live stream sends as event `message`: there is something new in a conversation. */
export const MessageNews = z.object({ reservationId: z.string(), number: z.number().int() });
export type MessageNews = z.infer<typeof MessageNews>;
