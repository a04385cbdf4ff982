/**
 * E-mail, SMS, pushes and notices for the bell, written in the transaction of what they tell of: a message exists
 * exactly when its cause was committed. The worker sends what leaves the house; see `worker.ts`.
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

/** A message is tried for so long. A code or link has its own, shorter life. */
export const MAX_RETRY_MS = 24 * 3_600_000;
/** Without a provider the owner can read a message for so long. */
const UNSENT_RETENTION_MS = 30 * 86_400_000;

/** Where a message goes: one normalised contact. */
export type Recipient = { type: "email" | "phone"; value: string };

/** What of a message is sealed: everything that says more than that there was one. */
export type Body = {
  text: string;
  html: string | null;
  consoleLine: string | null;
  /** Only of some e-mails. */
  calendar?: string;
  receiptOf?: string;
  invoiceOf?: string;
  thread?: MailThread;
};

/** Encrypts a body for the database. */
export function encryptBody(keys: Keys, body: Body): string {
  return keys.encrypt(JSON.stringify(body));
}

/** The body of `encryptBody`; throws when it was sealed with another key. */
export function decryptBody(keys: Keys, sealed: string): Body {
  return JSON.parse(keys.decrypt(sealed)) as Body;
}

/** The contacts of a rider for one trip, and the channels that a message of a kind takes to them. */
export function channelsTo(
  { chosen, smsAllowed, contacts: { email, phone } }: ContactFacts,
  kind: string,
  passengerPhone?: string | null,
): { contacts: Contacts; channels: ("email" | "sms")[] } {
  // The passenger's phone may be somebody else's: only where the rider has no contact at all.
  const contacts = { email, phone: phone ?? (email ? null : (passengerPhone ?? null)) };
  return { contacts, channels: channelsFor(topicOf(kind), { chosen, contacts, smsAllowed }) };
}

/**
 * Puts a message into the outbox, inside the caller's transaction. `expiresAt` (ms) is for
 * messages that are worthless afterwards, `notBefore` (ms) for those that wait, `riderId` for those to a
 * rider: their erasure finds them by it. The worker is woken once the transaction has ended. Returns the
 * message's id, which an e-mail bears as its own.
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
    /** The trip that a driver, a passenger or a company is told of. */
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
    html: channel === "email" ? withBrand(deps, message.html) : null,
    consoleLine: message.consoleLine ?? null,
    ...(channel === "email" && message.calendar && { calendar: message.calendar }),
    ...(channel === "email" && message.receiptOf && { receiptOf: message.receiptOf }),
    ...(channel === "email" && message.invoiceOf && { invoiceOf: message.invoiceOf }),
    ...(channel === "email" && message.thread && { thread: message.thread }),
  };
  const expiresAt = input.expiresAt ?? now + (hasCarrier ? MAX_RETRY_MS : UNSENT_RETENTION_MS);
  // The worker ignores a message that is neither sent nor printed, until it expires.
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
 * Queues a message to a rider by the ways they chose for what it is about; an SMS waits for the end of
 * their quiet hours unless it is urgent. `createMessage` is handed the language of their account, or without one
 * the operator's usual one. For a booking without an account, give the passenger's phone. False when there is nowhere to send it, or it is not wanted.
 */
export function queueRiderMessage(
  tx: Tx,
  deps: Deps,
  to: { riderId: string | null; phone?: string | null },
  createMessage: (language: Language) => Message | null,
): boolean {
  const listener = to.riderId ? contactFactsOf(tx, to.riderId) : null;
  const language = resolveLanguage({ db: tx }, listener?.language);
  const message = createMessage(language);
  if (!message) return false;
  if (!listener) {
    const recipient = reach(null, to.phone);
    if (recipient) queueMessage(tx, deps, { to: recipient, message });
    return recipient !== null;
  }
  const { chosen, quiet } = listener;
  const { contacts, channels } = channelsTo(listener, message.kind, to.phone);
  const topic = topicOf(message.kind);
  const wait =
    quiet !== null && !isUrgent(message.kind)
      ? (quietUntil(quiet, deps.now(), readOperator(deps).timeZone) ?? undefined)
      : undefined;
  for (const channel of channels) {
    const recipient =
      channel === "email" ? reach(contacts.email, null) : reach(null, contacts.phone);
    if (!recipient) continue;
    queueMessage(tx, deps, {
      to: recipient,
      message,
      riderId: to.riderId,
      notBefore: channel === "sms" ? wait : undefined,
    });
  }
  const phonesToPush =
    to.riderId !== null &&
    message.push !== undefined &&
    isWanted(chosen, topic, "push", contacts) &&
    queuePush(
      tx,
      deps,
      { audience: "rider", accountId: to.riderId },
      { kind: message.kind, notice: message.push, notBefore: wait, language },
    );
  return channels.length > 0 || phonesToPush;
}

/**
 * Queues a push to every phone of somebody that wants notifications, inside the caller's
 * transaction. False when there is none. What waits (`notBefore`, ms) lives as long from then on.
 */
export function queuePush(
  tx: Tx,
  deps: Deps,
  to: { audience: "rider" | "driver" | "admin"; accountId: string },
  push: {
    kind: string;
    notice: PushNotice;
    notBefore?: number | undefined;
    /** Of what is said in place of hidden details; English for staff. */
    language?: Language;
    /** The trip that a driver is told of. */
    reservationId?: string | null;
  },
): boolean {
  const now = deps.now();
  const phones = phonesOf(tx, to.audience, to.accountId, now);
  const from = Math.max(now, push.notBefore ?? now);
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
      nextAttemptAt: from,
      expiresAt: pushExpiresAt(push.kind, from),
      createdAt: now,
      riderId: to.audience === "rider" ? to.accountId : null,
      reservationId: push.reservationId ?? null,
    });
  }
  if (phones.length > 0) afterTransaction(() => deps.bus.publish({ type: "outbox" }));
  return phones.length > 0;
}

/**
 * Marks messages sent to a contact before its rider had an account, or while it was theirs, as that
 * rider's, inside the caller's transaction.
 */
export function claimMessages(tx: Tx, recipient: string, riderId: string): void {
  tx.update(outbox)
    .set({ riderId })
    .where(and(eq(outbox.recipient, recipient), isNull(outbox.riderId)))
    .run();
}

/**
 * Queues a message to a driver of a trip, by SMS where there is a phone and a provider, else by e-mail. `createMessage` is
 * handed their language.
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
  const recipient = driver ? firstContactOf(deps, driver) : null;
  const message = createMessage(driverLanguage(tx, driverId));
  if (recipient) queueMessage(tx, deps, { to: recipient, message, reservationId });
  return recipient !== null;
}

/** By SMS where there is a phone and a provider, else by e-mail. */
function firstContactOf(deps: Deps, { email, phone }: Contacts): Recipient | null {
  return phone && (hasProvider(deps, "sms") || !email) ? reach(null, phone) : reach(email, phone);
}

/**
 * The contact of a trip's passenger that a message takes: as for drivers, without a phone whose own rider
 * withdrew the consent to text messages.
 */
export function passengerRecipient(
  tx: Db,
  deps: Deps,
  { email, phone }: Contacts,
): Recipient | null {
  const owner = phone && findRow(tx, riders, { phone });
  const canText = !owner || isConsentGiven(tx, owner.id, "sms");
  return firstContactOf(deps, { email, phone: canText ? phone : null });
}

/**
 * Tells a driver something by the bell, and by e-mail or else SMS for when they are away, in their language and
 * inside the caller's transaction.
 */
export function notifyDriverAccount(
  tx: Tx,
  deps: Deps,
  driver: { id: string; email: string | null; phone: string | null },
  say: (t: Translator) => { notice: DriverNotice; message: Message },
): void {
  const { notice, message } = say(translatorFor(driverLanguage(tx, driver.id)));
  notifyDriver(tx, deps, driver.id, () => notice);
  const to = reach(driver.email, driver.phone);
  if (to) queueMessage(tx, deps, { to, message });
}

/** What the bell and the phone of a driver say. */
type DriverNotice = {
  title: string;
  body: string;
  href?: string | null;
  /** The trip that a driver is told of: what they are told goes with the erasure of its rider. */
  reservationId?: string | null;
};

/**
 * Adds a notice for a driver's bell, in their language, inside the caller's transaction; their open screens
 * and phones hear of it.
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

/** Queues a message to an affiliate, by e-mail and by text message where they have both. */
export function queueAffiliateMessage(
  tx: Tx,
  deps: Deps,
  { email, phone }: StoredAffiliate,
  message: Message,
  reservationId?: string,
): void {
  const isSentBySms = phone !== null && (email === null || hasProvider(deps, "sms"));
  const to = [
    ...(email === null ? [] : [{ type: "email" as const, value: email }]),
    ...(isSentBySms ? [{ type: "phone" as const, value: phone }] : []),
  ];
  for (const one of to) queueMessage(tx, deps, { to: one, message, reservationId });
}

/** Whether somebody was configured to carry messages of a channel. */
export function hasProvider(deps: Deps, channel: "email" | "sms" | "push"): boolean {
  // Push services ask for no account: the server's own keys are enough.
  if (channel === "push") return true;
  const { smtp, twilio } = connectedConfig(deps);
  return (channel === "email" ? smtp : twilio) !== null;
}

/**
 * Runs once the current write transaction has ended, committed or not: the writer works its jobs
 * and the commit without a pause, so the next microtask comes after both. For wake-up calls only.
 */
export function afterTransaction(call: () => void): void {
  queueMicrotask(call);
}

function reach(
  email: string | null | undefined,
  phone: string | null | undefined,
): Recipient | null {
  if (email) return { type: "email", value: email };
  return phone ? { type: "phone", value: phone } : null;
}

/** Header fields are one line, whatever a name in them holds. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").slice(0, 200);
}

/** An e-mail with the operator's logo, where there is one. */
function withBrand(deps: Deps, html: string): string {
  const operator = readOperator(deps);
  const logo = logoOf(operator)?.light;
  const src = `${deps.config.publicUrl}${logo?.url}`;
  return logo ? withLogo(html, operator.brand, { ...logo, src }) : html;
}
