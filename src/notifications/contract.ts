import { z } from "zod";

/** What the bell shows. */
export const Notification = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  href: z.string().nullable(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const Notifications = z.object({
  notifications: z.array(Notification),
  unread: z.number().int(),
});
export type Notifications = z.infer<typeof Notifications>;

/** Which notifications were seen: those named, or all. */
export const ReadNotifications = z.object({ ids: z.array(z.string().max(64)).max(100).optional() });
export type ReadNotifications = z.infer<typeof ReadNotifications>;

export const OutboxMessage = z.object({
  id: z.string(),
  channel: z.enum(["email", "sms", "push"]),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(["waiting", "kept", "sent", "failed", "expired"]),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  /** Only to the owner, only on a server with no provider, only until it expires. */
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
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type OutboxQuery = z.infer<typeof OutboxQuery>;
