/** What dispatch does with messages from the public form. */
import { fullName } from "../accounts/name-rules";
import { and, eq, isNull } from "drizzle-orm";
import {
  contactEntries,
  contactMessages,
  type StoredContactMessage,
} from "../../db/schema/contact";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { findRider } from "../accounts/sign-in/rider-queries";
import { findAdmin } from "../accounts/staff/staff-queries";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { contactAnswer } from "../notifications/texts/contact-texts";
import { afterTransaction, queueMessage } from "../notifications/outbox";
import { readOperator } from "../settings/queries";
import type {
  AnswerContact,
  AssignContact,
  ContactEntry,
  RecordReply,
  LinkContact,
  ChangeContactState,
  NoteContact,
} from "./contact-desk-contract";
import { lastCustomerText, loadMessage, mailIdsOf } from "./queries";
import { quotedText } from "./rules";
import { insertRow, updateRow } from "../../db/rows";
import { writeNextVersion } from "../rows";

/** Changes a message that the caller read at `version`. 409 if it has changed since. */
function changeMessage(
  tx: Tx,
  row: StoredContactMessage,
  version: number,
  now: number,
  changes: Partial<Omit<StoredContactMessage, "id" | "number" | "version">>,
): void {
  // Acting on a message marks it as read.
  const values = { readAt: row.readAt ?? now, ...changes, updatedAt: now };
  writeNextVersion(tx, contactMessages, { id: row.id, version }, values, "contact.stale");
}

/** Adds an entry to the message's history and to the audit log. */
function addEntry(
  tx: Tx,
  deps: Deps,
  row: StoredContactMessage,
  actor: Actor,
  entry: { kind: ContactEntry["kind"]; body: string; mailId?: string; by?: string },
  summary: string,
): void {
  const now = deps.now();
  insertRow(tx, contactEntries, {
    messageId: row.id,
    kind: entry.kind,
    // A reply counts as written by the customer, even if staff pasted it.
    adminId: entry.by === undefined ? actor.id : null,
    byName: entry.by ?? actor.name,
    body: entry.body,
    mailId: entry.mailId ?? null,
    at: now,
  });
  // The audit log gets no text of the conversation, which may name anyone.
  appendAudit(tx, deps, {
    actor,
    at: now,
    action: entry.kind === "answered" ? "contact.answered" : "contact.changed",
    subject: { kind: "contact", id: row.id },
    summary: `Contact message ${row.number}: ${summary}`,
  });
  announceChange(deps, row);
}

function announceChange(deps: Deps, { id, number }: StoredContactMessage): void {
  afterTransaction(() => deps.bus.publish({ type: "contact", id, number }));
}

/** Marks a message as read by dispatch. Only the first call has an effect. */
export async function markMessageRead(deps: Deps, id: string): Promise<void> {
  if (loadMessage(deps.db, id).readAt !== null) return;
  await deps.write((tx) => {
    const row = loadMessage(tx, id);
    if (row.readAt !== null) return;
    tx.update(contactMessages)
      .set({ readAt: deps.now() })
      .where(and(eq(contactMessages.id, id), isNull(contactMessages.readAt)))
      .run();
    announceChange(deps, row);
  });
}

/** Assigns a message to a member of staff, or to nobody. 422 for a person who cannot sign in. */
export async function assignMessage(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, adminId }: AssignContact,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadMessage(tx, id);
    const admin = adminId === null ? null : findAdmin(tx, adminId);
    if (admin !== null && (!admin?.passwordHash || admin.deactivatedAt !== null))
      throw new AppError("contact.no_such_person");
    changeMessage(tx, row, version, deps.now(), { assigneeId: adminId });
    const name = admin && fullName(admin);
    addEntry(
      tx,
      deps,
      row,
      actor,
      { kind: "assigned", body: name ?? "" },
      name ? "assigned" : "unassigned",
    );
  });
}

/** Adds a note that only staff see. */
export async function addMessageNote(
  deps: Deps,
  actor: Actor,
  id: string,
  { text }: NoteContact,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadMessage(tx, id);
    updateRow(tx, contactMessages, id, { updatedAt: deps.now() });
    addEntry(tx, deps, row, actor, { kind: "noted", body: text }, "note added");
  });
}

/**
 * Answers a message by e-mail, in the same conversation as earlier mails. If nobody is assigned to the message, the
 * person who answers is. 422 if the sender gave only a phone number, 409 if the message has changed in the meantime.
 */
export async function answerMessage(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, text, close }: AnswerContact,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadMessage(tx, id);
    if (row.email === null) throw new AppError("contact.no_email");
    const now = deps.now();
    changeMessage(tx, row, version, now, {
      state: close ? "closed" : "open",
      closedAt: close ? now : null,
      assigneeId: row.assigneeId ?? actor.id,
    });
    const mailId = queueMessage(tx, deps, {
      to: { type: "email", value: row.email },
      message: contactAnswer({
        language: row.language,
        brand: readOperator(deps).brand,
        number: row.number,
        replyTo: readOperator(deps).email,
        text,
        by: actor.name,
        quote: quotedText(lastCustomerText(tx, id)),
        after: mailIdsOf(tx, id),
      }),
      riderId: row.riderId,
    });
    addEntry(tx, deps, row, actor, { kind: "answered", body: text, mailId }, "answered");
    if (close && row.state !== "closed")
      addEntry(tx, deps, row, actor, { kind: "state", body: "closed" }, "closed");
  });
}

/** Adds a reply that came back by e-mail. A closed message is opened again. */
export async function recordReply(
  deps: Deps,
  actor: Actor,
  id: string,
  { text }: RecordReply,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadMessage(tx, id);
    changeMessage(tx, row, row.version, deps.now(), { state: "open", closedAt: null });
    addEntry(tx, deps, row, actor, { kind: "replied", body: text, by: row.name }, "reply recorded");
  });
}

const stateChangeWords = { open: "reopened", closed: "closed", spam: "marked as spam" } as const;

/** Closes a message, marks it as spam, or opens it again. */
export async function changeMessageState(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, state }: ChangeContactState,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadMessage(tx, id);
    const now = deps.now();
    changeMessage(tx, row, version, now, { state, closedAt: state === "open" ? null : now });
    if (row.state !== state)
      addEntry(tx, deps, row, actor, { kind: "state", body: state }, stateChangeWords[state]);
  });
}

/** Links a message to a rider and a trip. 422 if the rider or the trip number does not exist. */
export async function linkMessage(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, riderId, reservationNumber }: LinkContact,
): Promise<void> {
  await deps.write((tx) => {
    const row = loadMessage(tx, id);
    if (riderId !== null && !findRider(tx, riderId)) throw new AppError("contact.no_such_rider");
    const [trip] =
      reservationNumber === null
        ? []
        : tx
            .select({ id: reservations.id })
            .from(reservations)
            .where(eq(reservations.number, reservationNumber))
            .all();
    if (reservationNumber !== null && !trip) throw new AppError("contact.no_such_trip");
    changeMessage(tx, row, version, deps.now(), {
      riderId,
      // The sign-in proves the identity of that rider only, so another rider is not proven.
      signedIn: row.signedIn && riderId === row.riderId,
      reservationId: trip?.id ?? null,
    });
    const body = [
      riderId === null ? "no rider" : "a rider",
      reservationNumber === null ? "no trip" : `trip ${reservationNumber}`,
    ].join(", ");
    addEntry(tx, deps, row, actor, { kind: "linked", body }, "linked");
  });
}
