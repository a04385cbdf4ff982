/** Stores what visitors send with the public forms: messages, enquiries, and lost and found items. */
import { and, count, desc, eq, gt } from "drizzle-orm";
import { contactEntries, contactMessages } from "../../db/schema/contact";
import { lostReports } from "../../db/schema/property";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { readTypedContact } from "../accounts/contact-queries";
import { findRiderByContact } from "../accounts/sign-in/rider-queries";
import type { Identifier } from "../accounts/rules";
import { readService } from "../content/queries";
import type { Deps } from "../deps";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { AppError } from "../errors";
import { contactReceived, lostReportReceived } from "../notifications/texts/contact-texts";
import { afterTransaction, queueMessage } from "../notifications/outbox";
import type { Language } from "../settings/languages/languages-contract";
import { addFoundItem, addLostReport } from "../property/visitor-actions";
import { readOperator } from "../settings/queries";
import type { ContactTopic, ContactSender, SendContactMessage } from "./contract";
import type { ServiceEnquiry, FoundPropertyForm, LostPropertyForm } from "./enquiry-contract";
import { type EnquiryMessage, foundPropertyMessage, serviceEnquiryMessage } from "./enquiry-rules";
import { MAX_CONFIRMATIONS_PER_DAY } from "./rules";
import { insertRow } from "../../db/rows";

const DAY_MS = 86_400_000;

/** The sender of a form: the signed-in rider, or null, and the language of the visitor's browser. */
export type Visitor = { riderId: string | null; language: Language };

/** The fields of a message that are stored. */
type NewContactMessage = {
  name: string;
  contact: Identifier;
  topic: ContactTopic;
  text: string;
  reservationId: string | null;
};

/**
 * Stores a visitor's message and confirms it by e-mail if the contact is an e-mail address. A message that a program
 * filled in is accepted and discarded. 400 for an invalid contact.
 */
export async function submitContactMessage(
  deps: Deps,
  input: SendContactMessage,
  visitor: Visitor,
): Promise<void> {
  if (input.website !== "") return;
  const { name, topic, text, trip } = input;
  const contact = contactOf(deps, input.contact);
  await deps.write((tx) => {
    storeContactMessage(
      tx,
      deps,
      { name, contact, topic, text, reservationId: tripIdOf(tx, trip) },
      visitor,
    );
  });
}

/** Stores an enquiry as `submitContactMessage` stores a message. `message` is the text for dispatch. */
export async function submitEnquiry(
  deps: Deps,
  { name, contact: typed, website }: ContactSender,
  message: EnquiryMessage,
  visitor: Visitor,
): Promise<void> {
  if (website !== "") return;
  const contact = contactOf(deps, typed);
  await deps.write((tx) => {
    storeContactMessage(tx, deps, { ...message, name, contact, reservationId: null }, visitor);
  });
}

/**
 * Stores an enquiry like `submitEnquiry`, for a service that the operator added. Dispatch sees the service's name. 404
 * for an unknown service and for one with a form of its own, 410 for one that is no longer offered.
 */
export async function submitServiceEnquiry(
  deps: Deps,
  slug: string,
  enquiry: ServiceEnquiry,
  visitor: Visitor,
): Promise<void> {
  const { name, isBuiltIn } = readService(deps, slug);
  if (isBuiltIn) throw new AppError("request.not_found");
  await submitEnquiry(deps, enquiry, serviceEnquiryMessage(name, enquiry), visitor);
}

/** Adds a visitor's lost item to the register and confirms it like a message. */
export async function submitLostProperty(
  deps: Deps,
  input: LostPropertyForm,
  visitor: Visitor,
): Promise<void> {
  const { name, contact: typed, website, trip, ...item } = input;
  if (website !== "") return;
  const contact = contactOf(deps, typed);
  await deps.write((tx) => {
    const canConfirm = canSendConfirmation(tx, contact, deps.now());
    const { riderId, language } = visitor;
    const reporter = { name, contact: contact.value, riderId };
    const number = addLostReport(tx, deps, { ...item, tripNumber: tripNumberIn(trip) }, reporter);
    if (!canConfirm) return;
    const { brand, email: replyTo } = readOperator(deps);
    const message = lostReportReceived({ language, brand, number, replyTo });
    queueMessage(tx, deps, { to: contact, message, riderId });
  });
}

/**
 * Adds an item that a visitor found to the register, and stores the finder's contact in a message, so that dispatch can
 * answer.
 */
export async function submitFoundProperty(
  deps: Deps,
  input: FoundPropertyForm,
  visitor: Visitor,
): Promise<void> {
  const { name, contact: typed, website, trip, held: _, ...description } = input;
  if (website !== "") return;
  const contact = contactOf(deps, typed);
  await deps.write((tx) => {
    const tripNumber = tripNumberIn(trip);
    const item = addFoundItem(tx, deps, { ...description, tripNumber }, nextNumber(tx));
    const reservationId = tripIdOf(tx, trip);
    storeContactMessage(
      tx,
      deps,
      { ...foundPropertyMessage(input, item), name, contact, reservationId },
      visitor,
    );
  });
}

/** Stores a message in the caller's transaction and confirms it. */
function storeContactMessage(
  tx: Tx,
  deps: Deps,
  { name, contact, topic, text, reservationId }: NewContactMessage,
  visitor: Visitor,
): void {
  const now = deps.now();
  const id = Bun.randomUUIDv7();
  const number = nextNumber(tx);
  const riderId = visitor.riderId ?? findRiderByContact(tx, contact)?.id ?? null;
  const canConfirm = canSendConfirmation(tx, contact, now);
  insertRow(tx, contactMessages, {
    id,
    number,
    state: "open",
    version: 1,
    name,
    email: contact.type === "email" ? contact.value : null,
    phone: contact.type === "phone" ? contact.value : null,
    topic,
    language: visitor.language,
    riderId,
    signedIn: visitor.riderId !== null,
    reservationId,
    createdAt: now,
    updatedAt: now,
  });
  recordStaffNews(tx, deps, "contact", id, number);
  const mailId = canConfirm
    ? queueMessage(tx, deps, {
        to: contact,
        message: contactReceived({
          language: visitor.language,
          brand: readOperator(deps).brand,
          number,
          replyTo: readOperator(deps).email,
        }),
        riderId,
      })
    : null;
  insertRow(tx, contactEntries, {
    messageId: id,
    kind: "written",
    byName: name,
    body: text,
    mailId,
    at: now,
  });
  afterTransaction(() => deps.bus.publish({ type: "contact", id, number }));
}

function contactOf(deps: Deps, typed: string): Identifier {
  const contact = readTypedContact(deps, typed);
  if (!contact)
    throw new AppError("request.invalid", {
      fields: { contact: "Please enter an e-mail address or a phone number." },
    });
  return contact;
}

function nextNumber(tx: Tx): number {
  const last = tx
    .select({ number: contactMessages.number })
    .from(contactMessages)
    .orderBy(desc(contactMessages.number))
    .limit(1)
    .get();
  return (last?.number ?? 0) + 1;
}

/**
 * Whether to confirm a message or lost report that is about to be stored. Each e-mail address gets only a few
 * confirmations a day.
 */
function canSendConfirmation(tx: Tx, { type, value }: Identifier, now: number): boolean {
  if (type !== "email") return false;
  const [messageCount] = tx
    .select({ of: count() })
    .from(contactMessages)
    .where(and(eq(contactMessages.email, value), gt(contactMessages.createdAt, now - DAY_MS)))
    .all();
  const [lostReportCount] = tx
    .select({ of: count() })
    .from(lostReports)
    .where(and(eq(lostReports.contact, value), gt(lostReports.createdAt, now - DAY_MS)))
    .all();
  return (messageCount?.of ?? 0) + (lostReportCount?.of ?? 0) < MAX_CONFIRMATIONS_PER_DAY;
}

/** Returns the trip number in the typed text, or null if it has no digits. */
function tripNumberIn(typed: string): number | null {
  return Number(typed.replace(/\D/g, "")) || null;
}

function tripIdOf(tx: Tx, typed: string): string | null {
  const number = tripNumberIn(typed);
  if (number === null) return null;
  const [trip] = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.number, number))
    .all();
  return trip?.id ?? null;
}
