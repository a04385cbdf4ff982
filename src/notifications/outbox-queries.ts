import type { z } from "zod";
import { fromCursor, TimeCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import type { FailedMessages, OutboxMessage, OutboxQuery } from "./contract";
import { wasConnected } from "../settings/connections/connection-queries";
import { decryptBody } from "./outbox";
import { MAX_PAUSE_MS } from "./retry-rules";
import { iso } from "../formats/instants";

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
  retry_until: number | null;
  created_at: number;
  sent_at: number | null;
};

/**
 * Lists the messages, newest first. Bodies contain codes, so they are only included if `includesBodies` is set, the
 * message hasn't expired, and the server never had a provider. Disconnecting a provider therefore shows nobody's code.
 */
export function listOutbox(
  deps: Deps,
  query: z.output<typeof OutboxQuery>,
  includesBodies: boolean,
): { messages: OutboxMessage[]; nextCursor: string | null } {
  const [before, id] = fromCursor(query.cursor, TimeCursor) ?? [Number.MAX_SAFE_INTEGER, ""];
  const rows = deps.db.$client
    .query<Row, [number, string, number]>(
      `SELECT id, channel, kind, recipient, subject, body, state, attempts, last_error, expires_at,
         retry_until, created_at, sent_at
       FROM outbox WHERE (created_at, id) < (?, ?) ${query.failed ? "AND state = 'failed'" : ""} ORDER BY created_at DESC, id DESC LIMIT ?`,
    )
    .all(before, id, query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.created_at, last.id]);
  const { smtp, twilio } = deps.config;
  const hasHadProvider =
    smtp !== null || twilio !== null || wasConnected(deps, "mail") || wasConnected(deps, "sms");
  const isReadable = includesBodies && !hasHadProvider;
  return {
    messages: shown.map((row) => toMessage(deps, row, isReadable ? bodyOf(deps, row) : null)),
    nextCursor,
  };
}

function bodyOf(deps: Deps, row: Row): string | null {
  if (row.body === null || (row.expires_at !== null && row.expires_at <= deps.now())) return null;
  return decryptBody(deps.keys, row.body).text;
}

function toMessage(deps: Deps, row: Row, body: string | null): OutboxMessage {
  const until = row.state === "failed" && row.body !== null ? row.retry_until : null;
  return {
    id: row.id,
    channel: row.channel,
    kind: row.kind,
    // The recipient of a push is a subscription's id, which means nothing to a person.
    recipient: row.channel === "push" ? "" : row.recipient,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error,
    retryUntil: until !== null && until > deps.now() ? iso(until) : null,
    createdAt: iso(row.created_at),
    sentAt: iso(row.sent_at),
    body,
  };
}

/** Lists failed messages that may be sent again, by kind and channel, the largest group first. */
export function listFailedMessages(deps: Deps): FailedMessages {
  const rows = deps.db.$client
    .query<{ kind: string; channel: "email" | "sms"; last_error: string | null }, [number]>(
      `SELECT kind, channel, last_error FROM outbox
       WHERE state = 'failed' AND body IS NOT NULL AND retry_until > ? AND channel <> 'push'
       ORDER BY retry_until`,
    )
    .all(deps.now());
  const groups = new Map<string, FailedMessages["groups"][number]>();
  for (const { kind, channel, last_error } of rows) {
    const key = `${kind} ${channel}`;
    const count = (groups.get(key)?.count ?? 0) + 1;
    groups.set(key, { kind, channel, count, reason: last_error ?? "The reason is unknown." });
  }
  return {
    count: rows.length,
    groups: [...groups.values()].toSorted((a, b) => b.count - a.count),
  };
}

/** The figures of one channel of the outbox. */
interface OutboxFigures {
  channel: OutboxMessage["channel"];
  waiting: number;
  /** The time (ms) since which the oldest due message has been due; null if none is due. */
  dueSince: number | null;
  /** The number of failed messages that may be sent again. */
  failed: number;
  /** These counts cover messages written within the last hour. */
  recentSentCount: number;
  recentFailedCount: number;
}

const HOUR_MS = 3_600_000;

/** Returns the channels with messages that wait, have failed, or were written within the last hour. */
export function outboxFigures({ db, now }: Pick<Deps, "db" | "now">): OutboxFigures[] {
  const at = now();
  const figuresByChannel = new Map<string, OutboxFigures>();
  const figuresOf = (channel: OutboxFigures["channel"]) => {
    const channelFigures = figuresByChannel.get(channel) ?? {
      channel,
      waiting: 0,
      dueSince: null,
      failed: 0,
      recentSentCount: 0,
      recentFailedCount: 0,
    };
    figuresByChannel.set(channel, channelFigures);
    return channelFigures;
  };
  type Channel = { channel: OutboxFigures["channel"] };
  // A message that waited for the end of quiet hours is due from then on. The number of attempts shows how long ago
  // that was.
  for (const { channel, waiting, due_since } of db.$client
    .query<Channel & { waiting: number; due_since: number | null }, [number, number]>(
      `SELECT channel, count(*) AS waiting,
         min(CASE WHEN attempts > 0 THEN max(created_at, next_attempt_at - attempts * ?1)
                  WHEN next_attempt_at <= ?2 THEN next_attempt_at END) AS due_since
       FROM outbox WHERE state = 'waiting' GROUP BY channel`,
    )
    .all(MAX_PAUSE_MS, at)) {
    figuresOf(channel).waiting = waiting;
    figuresOf(channel).dueSince = due_since;
  }
  for (const { channel, failed } of db.$client
    .query<Channel & { failed: number }, [number]>(
      `SELECT channel, count(*) AS failed FROM outbox
       WHERE state = 'failed' AND body IS NOT NULL AND retry_until > ? AND channel <> 'push'
       GROUP BY channel`,
    )
    .all(at))
    figuresOf(channel).failed = failed;
  for (const { channel, sent, failed } of db.$client
    .query<Channel & { sent: number; failed: number }, [number]>(
      // A code that expired during retries counts as failed, because the reader didn't get it either.
      `SELECT channel, sum(state = 'sent') AS sent,
         sum(state = 'failed' OR (state = 'expired' AND last_error IS NOT NULL)) AS failed
       FROM outbox WHERE created_at > ? GROUP BY channel`,
    )
    .all(at - HOUR_MS)) {
    figuresOf(channel).recentSentCount = sent;
    figuresOf(channel).recentFailedCount = failed;
  }
  return [...figuresByChannel.values()];
}
