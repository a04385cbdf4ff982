/** Messages from the public form, as dispatch reads them. */
import { fullName } from "../accounts/name-rules";
import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import { admins } from "../../db/schema/accounts";
import {
  contactEntries,
  contactMessages,
  contactTemplates,
  type StoredContactMessage,
} from "../../db/schema/contact";
import { outbox } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import { findRider } from "../accounts/sign-in/rider-queries";
import { likePattern, fromCursor, TimeCursor, toCursor } from "../formats/cursors";
import type { Deps } from "../deps";
import { hasProvider } from "../notifications/outbox";
import type {
  ContactCounts,
  ContactEntry,
  ContactList,
  ContactMessage,
  ContactQuery,
  ContactRow,
  ContactTemplates,
} from "./contact-desk-contract";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

const MAX_EXCERPT_LENGTH = 160;
/** The largest number of entries shown for one message, far more than any message has. */
const MAX_ENTRIES = 500;

/** Returns the message. 404 if it does not exist. */
export function loadMessage(db: Db, id: string): StoredContactMessage {
  return requireRow(db, contactMessages, { id });
}

/** Lists the messages of a box. The one with the latest entry comes first. */
export function listContactMessages(deps: Deps, adminId: string, query: ContactQuery): ContactList {
  const after = fromCursor(query.cursor, TimeCursor);
  const conditions: string[] = [];
  const sqlValues: (string | number)[] = [];
  if (query.box === "mine") {
    conditions.push("m.assignee_id = ? AND m.state = 'open'");
    sqlValues.push(adminId);
  } else {
    conditions.push("m.state = ?");
    sqlValues.push(query.box);
  }
  if (query.q?.trim()) {
    const pattern = likePattern(query.q);
    conditions.push(
      `(m.name LIKE ? ESCAPE '\\' OR m.email LIKE ? ESCAPE '\\' OR m.phone LIKE ? ESCAPE '\\'
        OR m.number = ? OR EXISTS (SELECT 1 FROM contact_entries e
          WHERE e.message_id = m.id AND e.body LIKE ? ESCAPE '\\'))`,
    );
    const [, number = "0"] = /^#?(\d{1,9})$/.exec(query.q.trim()) ?? [];
    sqlValues.push(pattern, pattern, pattern, Number(number), pattern);
  }
  if (after) {
    conditions.push("(m.updated_at, m.id) < (?, ?)");
    sqlValues.push(...after);
  }
  const ids = deps.db.$client
    .query<{ id: string }, (string | number)[]>(
      `SELECT m.id FROM contact_messages m WHERE ${conditions.join(" AND ")}
       ORDER BY m.updated_at DESC, m.id DESC LIMIT ?`,
    )
    .all(...sqlValues, query.limit + 1);
  const rows = ids.slice(0, query.limit).map(({ id }) => loadMessage(deps.db, id));
  const lastRow = ids.length > query.limit ? rows.at(-1) : undefined;
  return {
    messages: rows.map((row) => toRow(deps.db, row)),
    nextCursor: lastRow ? toCursor([lastRow.updatedAt, lastRow.id]) : null,
  };
}

const unreadCount = prepared(({ $client }) =>
  $client.query<{ unread: number }, []>(
    "SELECT count(*) AS unread FROM contact_messages WHERE state = 'open' AND read_at IS NULL",
  ),
);

/** Counts the open messages that nobody has read. */
export function countContactMessages(db: Db): ContactCounts {
  return { unread: unreadCount(db).get()?.unread ?? 0 };
}

/** Returns one message with all its entries. */
export function readContact(deps: Deps, id: string): ContactMessage {
  const { db } = deps;
  const row = loadMessage(db, id);
  const entries = db
    .select()
    .from(contactEntries)
    .where(eq(contactEntries.messageId, id))
    .orderBy(asc(contactEntries.id))
    .limit(MAX_ENTRIES)
    .all();
  const mails = mailStates(
    db,
    entries.flatMap(({ mailId }) => mailId ?? []),
  );
  const rider = row.riderId === null ? undefined : findRider(db, row.riderId);
  const [reservation] =
    row.reservationId === null
      ? []
      : db
          .select({ id: reservations.id, number: reservations.number })
          .from(reservations)
          .where(eq(reservations.id, row.reservationId))
          .all();
  return {
    ...toRow(db, row),
    entries: entries.map((entry): ContactEntry => ({
      id: entry.id,
      kind: entry.kind,
      by: entry.byName,
      ours: entry.adminId !== null,
      text: entry.body,
      at: iso(entry.at),
      mail: (entry.mailId && mails.get(entry.mailId)) || null,
    })),
    rider: rider
      ? {
          id: rider.id,
          name: fullName(rider) || "No name yet",
          isProven: row.signedIn,
        }
      : null,
    reservation: reservation ?? null,
    staff: possibleAssigneesOf(db),
    canSendMail: hasProvider(deps, "email"),
  };
}

function mailStates(db: Db, ids: string[]) {
  const rows = db
    .select({ id: outbox.id, state: outbox.state })
    .from(outbox)
    .where(inArray(outbox.id, ids))
    .all();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Returns the staff to whom a message can be assigned: everyone who can sign in. */
function possibleAssigneesOf(db: Db): { id: string; name: string }[] {
  return db
    .select({ id: admins.id, firstName: admins.firstName, lastName: admins.lastName })
    .from(admins)
    .where(and(isNotNull(admins.passwordHash), isNull(admins.deactivatedAt)))
    .orderBy(asc(admins.firstName), asc(admins.lastName))
    .all()
    .map(({ id, firstName, lastName }) => ({ id, name: fullName({ firstName, lastName }) }));
}

function toRow(db: Db, row: StoredContactMessage): ContactRow {
  const assignee =
    row.assigneeId === null
      ? undefined
      : db
          .select({ firstName: admins.firstName, lastName: admins.lastName })
          .from(admins)
          .where(eq(admins.id, row.assigneeId))
          .all()[0];
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    version: row.version,
    name: row.name,
    email: row.email,
    phone: row.phone,
    topic: row.topic,
    assignee:
      row.assigneeId !== null && assignee ? { id: row.assigneeId, name: fullName(assignee) } : null,
    unread: row.state === "open" && row.readAt === null,
    excerpt: lastMessageExcerpt(db, row.id),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

function lastMessageExcerpt(db: Db, messageId: string): string {
  const [lastEntry] = db
    .select({ body: sql<string>`substr(${contactEntries.body}, 1, ${MAX_EXCERPT_LENGTH})` })
    .from(contactEntries)
    .where(
      and(
        eq(contactEntries.messageId, messageId),
        inArray(contactEntries.kind, ["written", "answered", "replied"]),
      ),
    )
    .orderBy(sql`${contactEntries.id} desc`)
    .limit(1)
    .all();
  return (lastEntry?.body ?? "").replace(/\s+/g, " ");
}

/** Returns the ids of a message's e-mails so far, in order. */
export function mailIdsOf(db: Db, messageId: string): string[] {
  return db
    .select({ mailId: contactEntries.mailId })
    .from(contactEntries)
    .where(and(eq(contactEntries.messageId, messageId), isNotNull(contactEntries.mailId)))
    .orderBy(asc(contactEntries.id))
    .all()
    .flatMap(({ mailId }) => mailId ?? []);
}

/** Returns the last text that the customer wrote, without answers by staff. */
export function lastCustomerText(db: Db, messageId: string): string {
  const [lastEntry] = db
    .select({ body: contactEntries.body })
    .from(contactEntries)
    .where(
      and(
        eq(contactEntries.messageId, messageId),
        inArray(contactEntries.kind, ["written", "replied"]),
      ),
    )
    .orderBy(sql`${contactEntries.id} desc`)
    .limit(1)
    .all();
  return lastEntry?.body ?? "";
}

/** Lists the templates, sorted by title. */
export function listTemplates(db: Db): ContactTemplates {
  const rows = db.select().from(contactTemplates).orderBy(asc(contactTemplates.title)).all();
  return { templates: rows.map(({ id, title, body }) => ({ id, title, text: body })) };
}
