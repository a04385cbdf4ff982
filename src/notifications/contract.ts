import { z } from "zod";

/** The notifications in the bell's list. */
const Notification = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  href: z.string().nullable(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});

export const Notifications = z.object({
  notifications: z.array(Notification),
  unread: z.number().int(),
});
export type Notifications = z.infer<typeof Notifications>;

/** The ids of the notifications to mark as read; without them, all are marked. */
export const MarkNotificationsRead = z.object({
  ids: z.array(z.string().max(64)).max(100).optional(),
});
export type MarkNotificationsRead = z.infer<typeof MarkNotificationsRead>;

export const OutboxMessage = z.object({
  id: z.string(),
  channel: z.enum(["email", "sms", "push"]),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(["waiting", "kept", "sent", "failed", "expired"]),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  /** Until when a failed message may be sent again; null if it may not. */
  retryUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  /** Shown only to the owner, only if the server has no provider, and only until the message expires. */
  body: z.string().nullable(),
});
export type OutboxMessage = z.infer<typeof OutboxMessage>;

export const Outbox = z.object({
  messages: z.array(OutboxMessage),
  nextCursor: z.string().nullable(),
});
export type Outbox = z.infer<typeof Outbox>;

export const OutboxQuery = z.object({
  cursor: z.string().max(500).optional(),
  /** Restricts the list to failed messages. */
  failed: z.enum(["true"]).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type OutboxQuery = z.infer<typeof OutboxQuery>;

/** Messages that failed and may be sent again, by kind and channel. */
export const FailedMessages = z.object({
  count: z.number().int(),
  groups: z.array(
    z.object({
      kind: z.string(),
      channel: z.enum(["email", "sms"]),
      count: z.number().int(),
      /** Why the latest message of the group failed. */
      reason: z.string(),
    }),
  ),
});
export type FailedMessages = z.infer<typeof FailedMessages>;

/** The failed messages to send again: one, or all of a kind. */
export const RetryMessages = z.union([
  z.object({ id: z.string().max(64) }),
  z.object({ kind: z.string().max(64), channel: z.enum(["email", "sms"]) }),
]);
export type RetryMessages = z.infer<typeof RetryMessages>;

/** How many messages were queued again. Messages that were already sent or have expired are not counted. */
export const RetriedMessages = z.object({ retried: z.number().int() });
export type RetriedMessages = z.infer<typeof RetriedMessages>;
