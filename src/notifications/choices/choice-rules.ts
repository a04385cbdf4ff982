/**
 * The channels of a message to a rider. Codes and security messages are always sent, to the contact they are about. For
 * other messages riders choose by topic and channel. By default, trip updates, receipts and reminders are sent by
 * e-mail if there is an address, else by SMS, and offers are not sent. A trip update is always sent: if no chosen
 * channel can be reached, it uses any other. Without consent to SMS a phone gets only codes. In quiet hours only urgent
 * messages are sent, such as about a driver on the way.
 */
import type { ConsentKind, MessageChannel, MessageTopic, TopicChoice } from "./choice-contract";

/** The topics of messages by kind. Other messages are trip updates. */
const topicByKind: Record<string, MessageTopic> = {
  receipt: "receipts",
  reminder: "reminders",
};

/** Returns the topic of a message of this kind. */
export function topicOf(kind: string): MessageTopic {
  return topicByKind[kind] ?? "trip_updates";
}

/** Kinds that are only useful if they arrive at once. */
const urgentKinds = new Set([
  "driver_assigned",
  "driver_on_the_way",
  "driver_arrived",
  "trip_message",
  "booking_cancelled",
]);

/** Tells whether a message of this kind is also sent in quiet hours. */
export function isUrgent(kind: string): boolean {
  return urgentKinds.has(kind);
}

/** The contacts of a rider; null if missing. */
export type Contacts = { email: string | null; phone: string | null };

/** One choice of a rider. */
export type ChosenNotification = { topic: MessageTopic; channel: MessageChannel; wanted: boolean };

/** Tells whether a rider wants a topic on a channel, by their choice or by default. */
export function isWanted(
  chosenNotifications: readonly ChosenNotification[],
  topic: MessageTopic,
  channel: MessageChannel,
  contacts: Contacts,
): boolean {
  const choice = chosenNotifications.find((row) => row.topic === topic && row.channel === channel);
  if (choice) return choice.wanted;
  if (topic === "offers") return false;
  return channel === "sms" ? contacts.email === null : true;
}

/** Returns the channels of a message, or none if it isn't wanted. Pushes are sent in addition. */
export function channelsFor(
  topic: MessageTopic,
  rider: { chosen: readonly ChosenNotification[]; contacts: Contacts; smsAllowed: boolean },
): ("email" | "sms")[] {
  const { chosen, contacts, smsAllowed } = rider;
  const canText = contacts.phone !== null && smsAllowed;
  const channels: ("email" | "sms")[] = [];
  if (contacts.email !== null && isWanted(chosen, topic, "email", contacts)) channels.push("email");
  if (canText && isWanted(chosen, topic, "sms", contacts)) channels.push("sms");
  if (channels.length > 0 || topic !== "trip_updates") return channels;
  if (contacts.email !== null) return ["email"];
  return canText ? ["sms"] : [];
}

/** Tells whether trip updates keep a channel that the rider chose. */
export function hasTripUpdates(
  choice: TopicChoice,
  rider: { contacts: Contacts; smsAllowed: boolean },
): boolean {
  if (rider.contacts.email === null && rider.contacts.phone === null) return true;
  return (
    (choice.email && rider.contacts.email !== null) ||
    (choice.sms && rider.contacts.phone !== null && rider.smsAllowed) ||
    // A rider who has only a phone and withdrew the consent has no channel to choose.
    (rider.contacts.email === null && !rider.smsAllowed)
  );
}

/** Minutes after midnight. */
export type QuietSpan = { fromMinute: number; untilMinute: number };

/** Returns the end (ms) of the quiet hours around `now` (ms), or null outside of them. */
export function quietUntil(quiet: QuietSpan, now: number, timeZone: string): number | null {
  const { fromMinute, untilMinute } = quiet;
  const minute = minuteOfDay(now, timeZone);
  const isInside =
    fromMinute <= untilMinute
      ? minute >= fromMinute && minute < untilMinute
      : minute >= fromMinute || minute < untilMinute;
  if (!isInside) return null;
  const remainingMinutes = (untilMinute - minute + 1440) % 1440;
  return now - (now % 60_000) + remainingMinutes * 60_000;
}

/** Converts "22:00" to minutes after midnight. */
export function readClockTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Converts minutes after midnight to "22:00". */
export function clockTimeOf(minute: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** One formatter per zone is cached, because creating one takes far longer than using it. */
const timeFormats = new Map<string, Intl.DateTimeFormat>();

function minuteOfDay(at: number, timeZone: string): number {
  let clock = timeFormats.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    timeFormats.set(timeZone, clock);
  }
  return readClockTime(clock.format(at));
}

/** The version of the consent texts shown now: the last of each. */
export const CONSENT_VERSION = 1;

/** All consent texts by version, starting from 1. A text that was ever shown must never change. */
const consentTexts: Record<ConsentKind, readonly string[]> = {
  calls: [
    "We may call the number you give about your trips and your account, also by an automated call.",
  ],
  sms: [
    "We may send text messages to the number you give about your trips and your account, also automated ones.",
  ],
};

/** Returns the text of a version of a consent, or the newest text if the version is unknown. */
export function consentText(kind: ConsentKind, version: number): string {
  return consentTexts[kind][version - 1] ?? consentTexts[kind].at(-1) ?? "";
}
