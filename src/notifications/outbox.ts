/**
 * The outbox: e-mails, SMS, pushes and notifications for the bell. Each is written in the transaction of its cause, so
 * it exists exactly if the cause was committed. The worker sends the messages that leave the server; see `worker.ts`.
 */
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/open";
import { riders } from "../../db/schema/accounts";
import type { StoredAffiliate } from "../../db/schema/affiliates";
import { drivers } from "../../db/schema/drivers";
import { notifications, outbox } from "../../db/schema/notifications";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import type { Keys } from "../process/keys";
import { connectedConfig } from "../settings/connections/connection-queries";
import { logoOf, readOperator, resolveLanguage } from "../settings/queries";
import { translatorFor } from "../settings/translation/translators";
import type { Translator } from "../settings/translation/translator-rules";
import {
  driverLanguage,
  isConsentGiven,
  type ContactFacts,
  contactFactsOf,
} from "./choices/choice-queries";
import {
  channelsFor,
  type Contacts,
  isUrgent,
  isWanted,
  quietUntil,
  topicOf,
} from "./choices/choice-rules";
import { withLogo } from "./message-body";
import { phonesOf } from "./push/push-queries";
import { type PushNotice, pushExpiresAt, pushPayload } from "./push/push-rules";
import { retryUntil } from "./retry-rules";
import type { MailThread, Message } from "./message";
import { noticeWithoutDetails } from "./texts/texts";
import type { Language } from "../settings/languages/languages-contract";
import { smsText } from "./sms-rules";
import { findRow, insertRow } from "../../db/rows";

/** How long sending a message is retried. Codes and links expire sooner. */
export const MAX_RETRY_MS = 24 * 3_600_000;
/** How long the owner can read a message on a server without a provider. */
const UNSENT_RETENTION_MS = 30 * 86_400_000;

/** The recipient of a message: one normalised contact. */
export type Recipient = { type: "email" | "phone"; value: string };

/** The encrypted part of a message: everything except the fact that there was one. */
export type Body = {
  text: string;
  html: string | null;
  consoleLine: string | null;
  /** These fields belong only to some e-mails. */
  calendar?: string;
  receiptOf?: string;
  invoiceOf?: string;
  thread?: MailThread;
};

/** Encrypts a body for the database. */
export function encryptBody(keys: Keys, body: Body): string {
  return keys.encrypt(JSON.stringify(body));
}

/** Decrypts a body of `encryptBody`. Throws if it was encrypted with another key. */
export function decryptBody(keys: Keys, sealed: string): Body {
  return JSON.parse(keys.decrypt(sealed)) as Body;
}

/** Returns the contacts of a rider for one trip, and the channels for a message of a kind. */
export function channelsTo(
  { chosen, smsAllowed, contacts: { email, phone } }: ContactFacts,
  kind: string,
  passengerPhone?: string | null,
): { contacts: Contacts; channels: ("email" | "sms")[] } {
  // The passenger's phone may belong to somebody else, so it is used only if the rider has no contact.
  const contacts = { email, phone: phone ?? (email ? null : (passengerPhone ?? null)) };
  return { contacts, channels: channelsFor(topicOf(kind), { chosen, contacts, smsAllowed }) };
}

/**
 * Puts a message into the outbox inside the caller's transaction, and wakes the worker after the transaction.
 * `expiresAt` (ms) is for messages that are worthless afterwards, `notBefore` (ms) for those that must wait, and
 * `riderId` for those to a rider, so that erasing the rider finds them. Returns the message's id, which an e-mail also
 * has as its own.
 */
export function queueMessage(
  tx: Tx,
  deps: Deps,
  input: {
    to: Recipient;
    message: Message;
    expiresAt?: number;
    notBefore?: number | undefined;
    riderId?: string | null | undefined;
    /** The trip of a message to a driver, a passenger or a company. */
    reservationId?: string | undefined;
  },
): string {
  const { to, message } = input;
  const id = Bun.randomUUIDv7();
  const now = deps.now();
  const channel = to.type === "email" ? "email" : "sms";
  const hasCarrier = hasProvider(deps, channel);
  const body: Body = {
    text: channel === "email" ? message.text : smsText(message.sms),
    html: channel === "email" ? withOperatorLogo(deps, message.html) : null,
    consoleLine: message.consoleLine ?? null,
    ...(channel === "email" && message.calendar && { calendar: message.calendar }),
    ...(channel === "email" && message.receiptOf && { receiptOf: message.receiptOf }),
    ...(channel === "email" && message.invoiceOf && { invoiceOf: message.invoiceOf }),
    ...(channel === "email" && message.thread && { thread: message.thread }),
  };
  const expiresAt = input.expiresAt ?? now + (hasCarrier ? MAX_RETRY_MS : UNSENT_RETENTION_MS);
  // A message that can be neither sent nor printed stays unused until it expires.
  const isUndeliverable = !hasCarrier && body.consoleLine === null;
  insertRow(tx, outbox, {
    id,
    channel,
    kind: message.kind,
    recipient: to.value,
    subject: toOneLine(message.subject),
    body: encryptBody(deps.keys, body),
    state: hasCarrier ? "waiting" : "kept",
    nextAttemptAt: isUndeliverable ? expiresAt : Math.max(now, input.notBefore ?? now),
    expiresAt,
    retryUntil: retryUntil(message.kind, now, input.expiresAt),
    createdAt: now,
    riderId: input.riderId ?? null,
    reservationId: input.reservationId ?? null,
  });
  if (!isUndeliverable) afterTransaction(() => deps.bus.publish({ type: "outbox" }));
  return id;
}

/**
 * Queues a message to a rider on the channels they chose for its topic. An SMS waits for the end of their quiet hours
 * unless it is urgent. `createMessage` receives the language of their account, or the operator's main language without
 * one. For a booking without an account, pass the passenger's phone. Returns false if the message has no recipient or
 * isn't wanted.
 */
export function queueRiderMessage(
  tx: Tx,
  deps: Deps,
  to: { riderId: string | null; phone?: string | null },
  createMessage: (language: Language) => Message | null,
): boolean {
  const rider = to.riderId ? contactFactsOf(tx, to.riderId) : null;
  const language = resolveLanguage({ db: tx }, rider?.language);
  const message = createMessage(language);
  if (!message) return false;
  if (!rider) {
    const recipient = recipientOf(null, to.phone);
    if (recipient) queueMessage(tx, deps, { to: recipient, message });
    return recipient !== null;
  }
  const { chosen, quiet } = rider;
  const { contacts, channels } = channelsTo(rider, message.kind, to.phone);
  const topic = topicOf(message.kind);
  const quietEndsAt =
    quiet !== null && !isUrgent(message.kind)
      ? (quietUntil(quiet, deps.now(), readOperator(deps).timeZone) ?? undefined)
      : undefined;
  for (const channel of channels) {
    const recipient =
      channel === "email" ? recipientOf(contacts.email, null) : recipientOf(null, contacts.phone);
    if (!recipient) continue;
    queueMessage(tx, deps, {
      to: recipient,
      message,
      riderId: to.riderId,
      notBefore: channel === "sms" ? quietEndsAt : undefined,
    });
  }
  const isPushQueued =
    to.riderId !== null &&
    message.push !== undefined &&
    isWanted(chosen, topic, "push", contacts) &&
    queuePush(
      tx,
      deps,
      { audience: "rider", accountId: to.riderId },
      { kind: message.kind, notice: message.push, notBefore: quietEndsAt, language },
    );
  return channels.length > 0 || isPushQueued;
}

/**
 * Queues a push to every phone of somebody that wants notifications, inside the caller's transaction. Returns false if
 * there is no such phone. The lifetime of a push that must wait starts at `notBefore` (ms).
 */
export function queuePush(
  tx: Tx,
  deps: Deps,
  to: { audience: "rider" | "driver" | "admin"; accountId: string },
  push: {
    kind: string;
    notice: PushNotice;
    notBefore?: number | undefined;
    /** The language of the text that replaces hidden details; English for staff. */
    language?: Language;
    /** The trip of a message to a driver. */
    reservationId?: string | null;
  },
): boolean {
  const now = deps.now();
  const phones = phonesOf(tx, to.audience, to.accountId, now);
  const sendAt = Math.max(now, push.notBefore ?? now);
  for (const { id, hideDetails } of phones) {
    const notice = hideDetails
      ? noticeWithoutDetails(
          readOperator(deps).brand,
          push.language ? resolveLanguage(deps, push.language) : "en",
          push.kind,
          push.notice,
        )
      : push.notice;
    insertRow(tx, outbox, {
      id: Bun.randomUUIDv7(),
      channel: "push",
      kind: push.kind,
      recipient: id,
      subject: toOneLine(push.notice.title),
      body: encryptBody(deps.keys, { text: pushPayload(notice), html: null, consoleLine: null }),
      state: "waiting",
      nextAttemptAt: sendAt,
      expiresAt: pushExpiresAt(push.kind, sendAt),
      createdAt: now,
      riderId: to.audience === "rider" ? to.accountId : null,
      reservationId: push.reservationId ?? null,
    });
  }
  if (phones.length > 0) afterTransaction(() => deps.bus.publish({ type: "outbox" }));
  return phones.length > 0;
}

/**
 * Assigns messages to a rider if they were sent to the rider's contact before there was an account, or while the
 * contact was the rider's. Runs inside the caller's transaction.
 */
export function claimMessages(tx: Tx, recipient: string, riderId: string): void {
  tx.update(outbox)
    .set({ riderId })
    .where(and(eq(outbox.recipient, recipient), isNull(outbox.riderId)))
    .run();
}

/**
 * Queues a message to a driver of a trip, by SMS if there is a phone and a provider, else by e-mail. `createMessage`
 * receives the driver's language.
 */
export function queueDriverMessage(
  tx: Tx,
  deps: Deps,
  driverId: string,
  createMessage: (language: Language) => Message,
  reservationId: string,
): boolean {
  const driver = tx
    .select({ email: drivers.email, phone: drivers.phone })
    .from(drivers)
    .where(eq(drivers.id, driverId))
    .get();
  const recipient = driver ? preferredContactOf(deps, driver) : null;
  const message = createMessage(driverLanguage(tx, driverId));
  if (recipient) queueMessage(tx, deps, { to: recipient, message, reservationId });
  return recipient !== null;
}

/** Returns the phone if there is one and a provider for SMS, else the e-mail address. */
function preferredContactOf(deps: Deps, { email, phone }: Contacts): Recipient | null {
  return phone && (hasProvider(deps, "sms") || !email)
    ? recipientOf(null, phone)
    : recipientOf(email, phone);
}

/**
 * Returns the contact for messages to a trip's passenger. The phone comes first as for drivers, but is left out if it
 * belongs to a rider who withdrew the consent to text messages.
 */
export function passengerRecipient(
  tx: Db,
  deps: Deps,
  { email, phone }: Contacts,
): Recipient | null {
  const owner = phone && findRow(tx, riders, { phone });
  const canText = !owner || isConsentGiven(tx, owner.id, "sms");
  return preferredContactOf(deps, { email, phone: canText ? phone : null });
}

/**
 * Notifies a driver in their language, by the bell and also by e-mail, or else SMS, in case they are away. Runs inside
 * the caller's transaction.
 */
export function notifyDriverAccount(
  tx: Tx,
  deps: Deps,
  driver: { id: string; email: string | null; phone: string | null },
  say: (t: Translator) => { notice: DriverNotice; message: Message },
): void {
  const { notice, message } = say(translatorFor(driverLanguage(tx, driver.id)));
  notifyDriver(tx, deps, driver.id, () => notice);
  const to = recipientOf(driver.email, driver.phone);
  if (to) queueMessage(tx, deps, { to, message });
}

/** The notification in the bell and on the phone of a driver. */
type DriverNotice = {
  title: string;
  body: string;
  href?: string | null;
  /** The trip of the notification. Erasing the trip's rider also deletes the notification. */
  reservationId?: string | null;
};

/**
 * Adds a notification to a driver's bell, in their language and inside the caller's transaction. Their open screens and
 * phones receive it too.
 */
export function notifyDriver(
  tx: Tx,
  deps: Deps,
  driverId: string,
  say: (t: Translator) => DriverNotice,
): void {
  const language = driverLanguage(tx, driverId);
  const { href = null, reservationId = null, ...what } = say(translatorFor(language));
  const reader = { audience: "driver" as const, accountId: driverId };
  const notice = { ...reader, ...what, href, reservationId };
  insertRow(tx, notifications, { id: Bun.randomUUIDv7(), ...notice, createdAt: deps.now() });
  queuePush(tx, deps, reader, {
    kind: "driver_news",
    notice: { ...what, path: href ?? "/driver/dashboard" },
    language,
    reservationId,
  });
  afterTransaction(() => deps.bus.publish({ type: "notification", ...reader }));
}

/** Queues a message to an affiliate, by e-mail and by SMS if they have both contacts. */
export function queueAffiliateMessage(
  tx: Tx,
  deps: Deps,
  { email, phone }: StoredAffiliate,
  message: Message,
  reservationId?: string,
): void {
  const isSentBySms = phone !== null && (email === null || hasProvider(deps, "sms"));
  const recipients = [
    ...(email === null ? [] : [{ type: "email" as const, value: email }]),
    ...(isSentBySms ? [{ type: "phone" as const, value: phone }] : []),
  ];
  for (const recipient of recipients)
    queueMessage(tx, deps, { to: recipient, message, reservationId });
}

/** Tells whether a channel has a provider. */
export function hasProvider(deps: Deps, channel: "email" | "sms" | "push"): boolean {
  // Push services need no account: the server's own keys are enough.
  if (channel === "push") return true;
  const { smtp, twilio } = connectedConfig(deps);
  return (channel === "email" ? smtp : twilio) !== null;
}

/**
 * Calls back after the current write transaction, whether it is committed or not. Jobs and commit run without a pause,
 * so the next microtask comes after both. Use it for wake-up calls only.
 */
export function afterTransaction(call: () => void): void {
  queueMicrotask(call);
}

function recipientOf(
  email: string | null | undefined,
  phone: string | null | undefined,
): Recipient | null {
  if (email) return { type: "email", value: email };
  return phone ? { type: "phone", value: phone } : null;
}

/** Replaces line breaks, because header fields are one line whatever the names in them contain. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").slice(0, 200);
}

/** Adds the operator's logo to an e-mail if there is one. */
function withOperatorLogo(deps: Deps, html: string): string {
  const operator = readOperator(deps);
  const logo = logoOf(operator)?.light;
  const src = `${deps.config.publicUrl}${logo?.url}`;
  return logo ? withLogo(html, operator.brand, { ...logo, src }) : html;
}
