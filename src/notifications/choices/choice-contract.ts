import { z } from "zod";

/** What riders may choose about: codes and what protects an account always go out. */
export const MessageTopic = z.enum(["trip_updates", "receipts", "reminders", "offers"]);
export type MessageTopic = z.infer<typeof MessageTopic>;

export const MessageChannel = z.enum(["email", "sms", "push"]);
export type MessageChannel = z.infer<typeof MessageChannel>;

/** Which ways a topic takes. */
export const TopicChoice = z.object({
  topic: MessageTopic,
  email: z.boolean(),
  sms: z.boolean(),
  push: z.boolean(),
});
export type TopicChoice = z.infer<typeof TopicChoice>;

const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 22:00.");

/** From one time in the operator's zone to another, over midnight if the second is earlier. */
export const QuietTime = z.object({ from: ClockTime, until: ClockTime });
export type QuietTime = z.infer<typeof QuietTime>;

export const NotificationChoices = z.object({
  topics: z.array(TopicChoice),
  quiet: QuietTime.nullable(),
  /** Where each way leads: null where there is none yet. */
  reach: z.object({ email: z.string().nullable(), sms: z.string().nullable(), push: z.boolean() }),
  /** False once the consent to text messages was withdrawn. */
  smsAllowed: z.boolean(),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** Topics that are left out stay as they are. */
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
  /** When it was given or withdrawn; null where only the sign-in itself tells. */
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
