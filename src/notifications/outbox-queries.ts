import { z } from "zod";
import { fromCursor, toCursor } from "../cursors";
import type { Deps } from "../deps";
import type { OutboxMessage, OutboxQuery } from "./contract";
import { unsealBody } from "./outbox";

type Row = {
  id: string;
  channel: OutboxMessage["channel"];
  kind: string;
  recipient: string;
  subject: string;
  body: string | null;
  state: OutboxMessage["state"];
  attempts: number;
  last_error: string | null;
  expires_at: number | null;
  created_at: number;
  sent_at: number | null;
};

const Cursor = z.tuple([z.number(), z.string()]);

/**
 * The messages, the newest first. Bodies (codes stand in them) only where `withBodies` says so, no
 * provider is configured at all, and until the message expires.
 */
export function listOutbox(
  deps: Deps,
  query: z.output<typeof OutboxQuery>,
  withBodies: boolean,
): { messages: OutboxMessage[]; nextCursor: string | null } {
  const [before, id] = fromCursor(query.cursor, Cursor) ?? [Number.MAX_SAFE_INTEGER, ""];
  const rows = deps.db.$client
    .query<Row, [number, string, number]>(
      `SELECT id, channel, kind, recipient, subject, body, state, attempts, last_error, expires_at,
         created_at, sent_at
       FROM outbox WHERE (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?`,
    )
    .all(before, id, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const { smtp, twilio } = deps.config;
  const readable = withBodies && smtp === null && twilio === null;
  return {
    messages: shown.map((row) => toMessage(row, readable ? bodyOf(deps, row) : null)),
    nextCursor: last ? toCursor([last.created_at, last.id]) : null,
  };
}

function bodyOf(deps: Deps, row: Row): string | null {
  if (row.body === null || (row.expires_at !== null && row.expires_at <= deps.now())) return null;
  return unsealBody(deps.keys, row.body).text;
}

function toMessage(row: Row, body: string | null): OutboxMessage {
  return {
    id: row.id,
    channel: row.channel,
    kind: row.kind,
    // Of a push the id of a subscription, which tells a person nothing.
    recipient: row.channel === "push" ? "" : row.recipient,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: new Date(row.created_at).toISOString(),
    sentAt: row.sent_at === null ? null : new Date(row.sent_at).toISOString(),
    body,
  };
}
