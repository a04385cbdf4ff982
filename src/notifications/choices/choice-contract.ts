import { z } from "zod";

/** The topics that riders may choose. Codes and messages that protect an account are always sent. */
export const MessageTopic = z.enum(["trip_updates", "receipts", "reminders", "offers"]);
export type MessageTopic = z.infer<typeof MessageTopic>;

export const MessageChannel = z.enum(["email", "sms", "push"]);
export type MessageChannel = z.infer<typeof MessageChannel>;

/** The channels of a topic. */
export const TopicChoice = z.object({
  topic: MessageTopic,
  email: z.boolean(),
  sms: z.boolean(),
  push: z.boolean(),
});
export type TopicChoice = z.infer<typeof TopicChoice>;

const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 22:00.");

/** Quiet hours in the operator's time zone. They pass midnight if they end earlier than they start. */
export const QuietTime = z.object({ from: ClockTime, until: ClockTime });
export type QuietTime = z.infer<typeof QuietTime>;

export const NotificationChoices = z.object({
  topics: z.array(TopicChoice),
  quiet: QuietTime.nullable(),
  /** The contact of each channel, or null if there is none yet. For pushes, whether they are on. */
  reach: z.object({ email: z.string().nullable(), sms: z.string().nullable(), push: z.boolean() }),
  /** False if the consent to text messages was withdrawn. */
  smsAllowed: z.boolean(),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** Omitted topics stay unchanged. */
export const ChooseNotifications = z.object({
  topics: z.array(TopicChoice).max(MessageTopic.options.length).optional(),
  quiet: QuietTime.nullable().optional(),
});
export type ChooseNotifications = z.infer<typeof ChooseNotifications>;

export const ConsentKind = z.enum(["calls", "sms"]);
export type ConsentKind = z.infer<typeof ConsentKind>;

export const Consent = z.object({
  kind: ConsentKind,
  given: z.boolean(),
  /** When it was given or withdrawn. Null if it was only given by signing in, before consents were recorded. */
  at: z.iso.datetime().nullable(),
  textVersion: z.number().int(),
  /** The text that the rider agreed to. */
  text: z.string(),
});
export type Consent = z.infer<typeof Consent>;

export const Consents = z.object({ consents: z.array(Consent) });
export type Consents = z.infer<typeof Consents>;

export const ChangeConsent = z.object({ kind: ConsentKind, given: z.boolean() });
export type ChangeConsent = z.infer<typeof ChangeConsent>;
