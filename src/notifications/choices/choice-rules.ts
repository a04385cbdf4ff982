/**
 * The channels of a message to a rider. Codes and security messages are always sent, to the contact they
 * are for. For the rest riders choose by topic and channel; by default, trip updates, receipts and
 * reminders go by e-mail if there is an address, else by SMS, and offers are not sent. A trip update is
 * always sent: if no chosen channel can be reached, it uses any other. Without consent to SMS a phone gets
 * codes only. In quiet hours only urgent messages are sent, such as about a driver on the way.
 */
import type { ConsentKind, MessageChannel, MessageTopic, TopicChoice } from "./choice-contract";

/** Messages not listed here are trip updates. */
const topicByKind: Record<string, MessageTopic> = {
  receipt: "receipts",
  reminder: "reminders",
};

/** The topic of a message of this kind. */
export function topicOf(kind: string): MessageTopic {
  return topicByKind[kind] ?? "trip_updates";
}

/** Kinds that are useful at once or not at all. */
const urgentKinds = new Set([
  "driver_assigned",
  "driver_on_the_way",
  "driver_arrived",
  "trip_message",
  "booking_cancelled",
]);

/** Whether a message of this kind is sent in quiet hours too. */
export function isUrgent(kind: string): boolean {
  return urgentKinds.has(kind);
}

/** The contacts of a rider; null if missing. */
export type Contacts = { email: string | null; phone: string | null };

/** One row of what a rider has chosen. */
export type ChosenNotification = { topic: MessageTopic; channel: MessageChannel; wanted: boolean };

/** Whether a rider wants a topic by a channel, by their choice or by default. */
export function isWanted(
  chosenNotifications: readonly ChosenNotification[],
  topic: MessageTopic,
  channel: MessageChannel,
  contacts: Contacts,
): boolean {
  const own = chosenNotifications.find((row) => row.topic === topic && row.channel === channel);
  if (own) return own.wanted;
  if (topic === "offers") return false;
  return channel === "sms" ? contacts.email === null : true;
}

/** The channels of a message, none if it is not wanted. Pushes are sent in addition. */
export function channelsFor(
  topic: MessageTopic,
  rider: { chosen: readonly ChosenNotification[]; contacts: Contacts; smsAllowed: boolean },
): ("email" | "sms")[] {
  const { chosen, contacts, smsAllowed } = rider;
  const canText = contacts.phone !== null && smsAllowed;
  const foundChannels: ("email" | "sms")[] = [];
  if (contacts.email !== null && isWanted(chosen, topic, "email", contacts))
    foundChannels.push("email");
  if (canText && isWanted(chosen, topic, "sms", contacts)) foundChannels.push("sms");
  if (foundChannels.length > 0 || topic !== "trip_updates") return foundChannels;
  if (contacts.email !== null) return ["email"];
  return canText ? ["sms"] : [];
}

/** Whether trip updates keep a channel that the rider chose. */
export function hasTripUpdates(
  choice: TopicChoice,
  rider: { contacts: Contacts; smsAllowed: boolean },
): boolean {
  if (rider.contacts.email === null && rider.contacts.phone === null) return true;
  return (
    (choice.email && rider.contacts.email !== null) ||
    (choice.sms && rider.contacts.phone !== null && rider.smsAllowed) ||
    // A rider with only a phone who withdrew the consent has no choice.
    (rider.contacts.email === null && !rider.smsAllowed)
  );
}

/** Minutes after midnight. */
export type QuietSpan = { fromMinute: number; untilMinute: number };

/** The end (ms) of the quiet hours around `now` (ms); null outside of them. */
export function quietUntil(quiet: QuietSpan, now: number, timeZone: string): number | null {
  const { fromMinute, untilMinute } = quiet;
  const minute = minuteOfDay(now, timeZone);
  const inside =
    fromMinute <= untilMinute
      ? minute >= fromMinute && minute < untilMinute
      : minute >= fromMinute || minute < untilMinute;
  if (!inside) return null;
  const left = (untilMinute - minute + 1440) % 1440;
  return now - (now % 60_000) + left * 60_000;
}

/** "22:00" as minutes after midnight. */
export function readClockTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Minutes after midnight as "22:00". */
export function clockTimeOf(minute: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Making a formatter takes far longer than using it: one for each zone is kept. */
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

/** The version of the consent texts that is shown now: the last of each. */
export const CONSENT_VERSION = 1;

/** Every text that was ever agreed to, by version from 1 on. One that was shown never changes. */
const consentTexts: Record<ConsentKind, readonly string[]> = {
  calls: [
    "We may call the number you give about your trips and your account, also by an automated call.",
  ],
  sms: [
    "We may send text messages to the number you give about your trips and your account, also automated ones.",
  ],
};

/** The text of a consent in a version; the newest where the version is unknown. */
export function consentText(kind: ConsentKind, version: number): string {
  return consentTexts[kind][version - 1] ?? consentTexts[kind].at(-1) ?? "";
}
