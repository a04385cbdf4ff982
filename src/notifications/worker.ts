/**
 * The worker that sends the messages in the outbox. It retries a message with growing pauses until the message expires.
 * A failed message stays, encrypted, as long as somebody may send it again (see `retry-rules.ts`). A running worker
 * never sends a message twice once the provider has acknowledged it. If the process is killed between the
 * acknowledgement and its record, the message is sent once more at the next start, with the same Message-ID: at least
 * once, not exactly once.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import { outbox, type StoredOutboxMessage } from "../../db/schema/notifications";
import type { Deps } from "../deps";
import { createCarriers, type LoadInvoicePdf, type LoadReceiptPdf } from "./carriers";
import { DeliveryError, type OutgoingMessage } from "./outgoing-message";
import { type Body, hasProvider, decryptBody } from "./outbox";
import { MAX_PAUSE_MS } from "./retry-rules";
import { updateRow } from "../../db/rows";

/** The maximum number of concurrent deliveries. */
const MAX_CONCURRENT_DELIVERIES = 4;
const POLL_MS = 1_000;
const FIRST_PAUSE_MS = 2_000;
/** How long stopping waits for current deliveries. */
const STOP_TIMEOUT_MS = 5_000;

type OutboxWorker = {
  start: () => void;
  /** Stops: no new delivery starts, and current ones get 5 s to finish. */
  stop: () => Promise<void>;
  /** Looks for due messages now. */
  wake: () => void;
};

type Options = {
  receiptOf: LoadReceiptPdf;
  /** Without it, messages with an invoice are not sent. */
  invoiceOf?: LoadInvoicePdf;
  /** Prints a line for the operator. Codes may only appear here. */
  print?: (line: string) => void;
};

/** Creates the worker of this server. It does nothing until `start`. */
export function createOutboxWorker(deps: Deps, options: Options): OutboxWorker {
  const print = options.print ?? ((line: string) => void process.stdout.write(`${line}\n`));
  const carriers = createCarriers(deps, options.receiptOf, options.invoiceOf);
  const { keep, deliver, note } = createMessageHandler(deps, carriers, print);
  // The log must not attribute deliveries to the request that queued the last message.
  const outsideRequest = AsyncLocalStorage.snapshot();
  const inProgress = new Map<string, Promise<void>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let unsubscribe: (() => void) | undefined;
  let isStopped = false;
  let isWakeScheduled = false;

  function wake(): void {
    if (isStopped) return;
    try {
      for (const row of dueMessages("kept", 100)) startWork(row, keep);
      for (const row of expiredFailedMessages()) startWork(row, (one) => note(one, { body: null }));
      // Reads more messages than there are free slots, because the result includes current deliveries.
      for (const row of dueMessages("waiting", MAX_CONCURRENT_DELIVERIES * 2)) {
        if (inProgress.size >= MAX_CONCURRENT_DELIVERIES) break;
        startWork(row, deliver);
      }
    } catch (error) {
      deps.log.error("The outbox could not be read: {error}", { error: String(error) });
    }
  }

  /** Messages queued in the same commit need only one check of the outbox. */
  function scheduleWake(): void {
    if (isWakeScheduled) return;
    isWakeScheduled = true;
    setImmediate(() => {
      isWakeScheduled = false;
      wake();
    });
  }

  function dueMessages(state: "waiting" | "kept", limit: number): StoredOutboxMessage[] {
    return (
      deps.db
        .select()
        .from(outbox)
        .where(and(eq(outbox.state, state), lte(outbox.nextAttemptAt, deps.now())))
        // New messages come first, so that a fresh code doesn't wait behind a backlog.
        .orderBy(asc(outbox.attempts), asc(outbox.nextAttemptAt))
        .limit(limit)
        .all()
    );
  }

  /** Returns failed messages that may no longer be sent again. */
  function expiredFailedMessages(): StoredOutboxMessage[] {
    return deps.db
      .select()
      .from(outbox)
      .where(
        and(
          sql`${outbox.state} = 'failed'`,
          isNotNull(outbox.body),
          lte(outbox.retryUntil, deps.now()),
        ),
      )
      .limit(100)
      .all();
  }

  function startWork(
    row: StoredOutboxMessage,
    work: (row: StoredOutboxMessage) => Promise<void>,
  ): void {
    if (inProgress.has(row.id)) return;
    const run = work(row)
      .catch((error: unknown) => {
        deps.log.error("Message {id} could not be processed: {error}", {
          id: row.id,
          error: error instanceof Error ? error.message : String(error),
        });
        return Bun.sleep(POLL_MS);
      })
      .finally(() => {
        inProgress.delete(row.id);
        wake();
      });
    inProgress.set(row.id, run);
  }

  return {
    wake,
    start: () => {
      if (timer || isStopped) return;
      timer = setInterval(wake, POLL_MS);
      unsubscribe = deps.bus.listen((event) => {
        if (event.type === "outbox") outsideRequest(scheduleWake);
      });
      wake();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      unsubscribe?.();
      await Promise.race([Promise.allSettled(inProgress.values()), Bun.sleep(STOP_TIMEOUT_MS)]);
      carriers.close();
    },
  };
}

/** Handles one message: it is kept, sent, postponed or failed, and its row records the result. */
function createMessageHandler(
  deps: Deps,
  carriers: ReturnType<typeof createCarriers>,
  print: (line: string) => void,
) {
  /** Messages that a provider has acknowledged but whose row isn't updated yet. */
  const acknowledgedIds = new Set<string>();

  /**
   * Handles a message without a provider: prints its console line once if it has one, and erases it when it expires.
   */
  async function printOrExpire(row: StoredOutboxMessage): Promise<void> {
    if (isExpired(row)) return updateMessage(row, { state: "expired", body: null });
    const line = row.attempts === 0 ? decryptRow(row)?.consoleLine : null;
    if (line) print(line);
    await updateMessage(row, { attempts: 1, nextAttemptAt: row.expiresAt ?? deps.now() + POLL_MS });
  }

  async function deliver(row: StoredOutboxMessage): Promise<void> {
    if (isExpired(row) && !acknowledgedIds.has(row.id))
      return canRetry(row)
        ? fail(row, { lastError: row.lastError ?? "The message could not be sent in time." })
        : updateMessage(row, { state: "expired", body: null });
    if (!hasProvider(deps, row.channel))
      return updateMessage(row, { state: "kept", attempts: 0, nextAttemptAt: deps.now() });
    const body = decryptRow(row);
    if (!body) return fail(row, { body: null, lastError: "The text cannot be decrypted." });
    const attempts = row.attempts + 1;
    if (!acknowledgedIds.has(row.id)) {
      const failure = await send({ ...row, ...body });
      const outcome = !failure ? "sent" : failure.permanent ? "refused" : "put_off";
      deps.tally.count("livery_messages_total", `channel="${row.channel}",outcome="${outcome}"`);
      if (failure) return recordFailure(row, failure, attempts);
      acknowledgedIds.add(row.id);
    }
    await updateMessage(row, {
      state: "sent",
      body: null,
      sentAt: deps.now(),
      attempts,
      lastError: null,
    });
    acknowledgedIds.delete(row.id);
  }

  async function send(message: OutgoingMessage): Promise<DeliveryError | null> {
    try {
      await carriers[message.channel](message);
      return null;
    } catch (error) {
      return error instanceof DeliveryError ? error : new DeliveryError("unknown failure", false);
    }
  }

  async function recordFailure(
    row: StoredOutboxMessage,
    failure: DeliveryError,
    attempts: number,
  ): Promise<void> {
    deps.log.warning("Message {id} was not sent: {reason}", {
      id: row.id,
      kind: row.kind,
      channel: row.channel,
      attempts,
      reason: failure.message,
    });
    if (failure.permanent)
      return fail(row, {
        attempts,
        lastError: failure.message,
        ...(!canRetry(row) && { body: null }),
      });
    const next = deps.now() + retryDelayMs(attempts, Math.random());
    await updateMessage(row, {
      attempts,
      lastError: failure.message,
      // A message is handled again when it expires, so that its text isn't kept longer.
      nextAttemptAt: row.expiresAt === null ? next : Math.min(next, row.expiresAt),
    });
  }

  async function fail(
    row: StoredOutboxMessage,
    change: Partial<StoredOutboxMessage>,
  ): Promise<void> {
    await updateMessage(row, { state: "failed", ...change });
    deps.bus.publish({ type: "outbox_failed" });
  }

  /** Tells whether somebody may send a failed message again. */
  function canRetry({ body, retryUntil }: StoredOutboxMessage): boolean {
    return body !== null && retryUntil !== null && retryUntil > deps.now();
  }

  function isExpired(row: StoredOutboxMessage): boolean {
    return row.expiresAt !== null && row.expiresAt <= deps.now();
  }

  function decryptRow(row: StoredOutboxMessage): Body | null {
    try {
      return row.body === null ? null : decryptBody(deps.keys, row.body);
    } catch {
      return null;
    }
  }

  function updateMessage(
    row: StoredOutboxMessage,
    change: Partial<StoredOutboxMessage>,
  ): Promise<void> {
    return deps.write((tx) => {
      updateRow(tx, outbox, row.id, change);
    });
  }

  return { keep: printOrExpire, deliver, note: updateMessage };
}

/**
 * Returns the pause before the next attempt in ms. It doubles from 2 s to 2 min; `random` (0 to 1) spreads the
 * attempts.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const fullPauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 16));
  return Math.round(fullPauseMs / 2 + (random * fullPauseMs) / 2);
}
