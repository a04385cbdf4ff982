/**
 * Keeps a copy of the data in a replica, a few seconds behind. The database is copied through its
 * write-ahead log, which only this server writes. Uploads and the key never change and are sent whole.
 */
import { statSync, watch } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { WAL_SIZE_LIMIT_BYTES } from "../../db/open";
import { files } from "../../db/schema/files";
import type { Deps } from "../deps";
import { BackupError } from "./errors";
import { runOwnExecutable } from "./run-own-executable";
import { openReplicaStorage, type ReplicaStorage } from "./replica-storage";
import {
  compareUploads,
  DATABASE_FOLDER,
  isUpload,
  outdatedNames,
  partName,
  snapshotName,
} from "./replica-rules";
import { writeReplicaState, type ReplicaState } from "./replica-state";
import { DATABASE_NAME, SECRET_NAME, UPLOADS_NAME } from "./rules";
import { createWalReader, PART_BYTES, WalLostError, type WalPart, type WalReader } from "./wal";

/** How often new log parts are sent, which limits how far the copy lags behind. */
const SEND_INTERVAL_MS = 2_000;
/** How often an unchanged state is written, to show that the server is still running. */
const STATE_INTERVAL_MS = 30_000;
/** How often the place is tested while there is nothing to send. */
const REPLICA_CHECK_INTERVAL_MS = 10_000;
/** The wait after a failure. It doubles each time the next attempt soon fails too. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
/**
 * When a new copy is made: after this time or this many parts. A new copy drops erased data and keeps restores short.
 */
const COPY_INTERVAL_MS = 86_400_000;
const PARTS_PER_COPY = 5_000;
/** When the log is checkpointed: after this many sent bytes or after this time. This removes erased data. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024;
const CHECKPOINT_INTERVAL_MS = 600_000;
/** If this many bytes wait for a place that does not answer, the log is checkpointed, and a new copy is made later. */
const MAX_QUEUED_BYTES = 128 * 1024 * 1024;
/** How often all uploads are compared. A deleted upload stays in the replica at least this long. */
const COMPARE_INTERVAL_MS = 3_600_000;
/** The time limit of the last round while the server stops. */
const FINAL_SEND_TIMEOUT_MS = 15_000;
/** SQLite's default number of log pages before an automatic checkpoint. */
const CHECKPOINT_PAGES = 1_000;

export interface Replica {
  /** Stops after one last round. Call it after the last write and before closing the database. */
  stop(): Promise<void>;
}

/** Keeps the replica up to date until stopped. A failure is logged once, recorded and retried. */
export function startReplication(deps: Pick<Deps, "config" | "db" | "log" | "now">): Replica {
  const { config, log, now } = deps;
  if (!config.replica) return { stop: async () => {} };
  const place = openReplicaStorage(config.replica);
  const stoppingController = new AbortController();
  let state: ReplicaState = {
    behindSince: now(),
    failure: null,
    uploadsWaiting: 0,
    stopped: false,
    at: 0,
  };
  const updateState = (change: Partial<ReplicaState>) => {
    const next = { ...state, ...change, at: state.at };
    if (next.failure !== null && next.failure !== state.failure)
      log.error("Copying to the replica fails: {failure}", { failure: next.failure });
    if (next.failure === null && state.failure !== null)
      log.info("Copying to the replica works again");
    if (Bun.deepEquals(next, state) && now() - state.at < STATE_INTERVAL_MS) return;
    state = { ...next, at: now() };
    writeReplicaState(config.dataDir, state);
  };
  const recordFailure = (error: unknown) =>
    updateState({
      failure: error instanceof Error ? error.message : String(error),
      behindSince: state.behindSince ?? now(),
    });
  const recordSuccess = () =>
    updateState(
      state.uploadsWaiting === 0
        ? { behindSince: null, failure: null }
        : { behindSince: state.behindSince ?? now() },
    );
  const { signal } = stoppingController;
  const uploadSender = createUploadSender(deps, place, signal, (uploadsWaiting) =>
    updateState({ uploadsWaiting }),
  );
  let claim: Promise<void> | undefined;
  const afterClaim = (act: () => Promise<void>) => () => {
    claim ??= claimReplicaPlace(config.dataDir, place).catch((error) => {
      claim = undefined;
      throw error;
    });
    return claim.then(act);
  };
  const replication = Promise.all([
    retryUntilAborted(
      signal,
      recordFailure,
      afterClaim(() =>
        followDatabase(deps, place, signal, { onSuccess: recordSuccess, onFailure: recordFailure }),
      ),
    ),
    retryUntilAborted(signal, recordFailure, afterClaim(uploadSender.follow)),
  ]);
  return {
    async stop() {
      stoppingController.abort();
      await Promise.race([replication, wait(FINAL_SEND_TIMEOUT_MS, undefined, { ref: false })]);
      updateState({ stopped: true });
    },
  };
}

/** Repeats `act` with a pause that grows while it keeps failing soon after the start. */
async function retryUntilAborted(
  signal: AbortSignal,
  recordFailure: (error: unknown) => void,
  act: () => Promise<void>,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const startedAt = performance.now();
    await act().catch((error) => {
      if (!signal.aborted) recordFailure(error);
    });
    if (performance.now() - startedAt > MAX_PAUSE_MS) pause = FIRST_PAUSE_MS;
    await sleep(pause, signal);
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
}

/**
 * Makes sure that the place belongs to this installation. A server started with an empty folder by
 * mistake would overwrite the copy.
 */
async function claimReplicaPlace(dataDir: string, place: ReplicaStorage): Promise<void> {
  const path = join(dataDir, SECRET_NAME);
  const storedSecret = await place.read(SECRET_NAME);
  if (storedSecret === null) return place.send(path, SECRET_NAME);
  if (!Buffer.from(storedSecret).equals(Buffer.from(await Bun.file(path).bytes())))
    throw new BackupError(
      `${place.name} contains the data of another Livery. Restore it first (livery restore --from), or set REPLICA to another place.`,
    );
}

/**
 * Sends a copy of the database and every later commit, until the next copy is due. Until then nobody else may
 * checkpoint the log, so that no part is missed. Throws errors that require a new copy.
 */
async function followDatabase(
  { config, db, now }: Pick<Deps, "config" | "db" | "now">,
  place: ReplicaStorage,
  signal: AbortSignal,
  listener: { onSuccess(): void; onFailure(error: unknown): void },
): Promise<void> {
  const path = join(config.dataDir, DATABASE_NAME);
  const copy = Bun.randomUUIDv7();
  let log = -1;
  let sentPartCount = 0;
  db.$client.run("PRAGMA wal_autocheckpoint = 0");
  // Truncates the log when it restarts, so that it keeps nothing of the previous log.
  db.$client.run("PRAGMA journal_size_limit = 0");
  const reader = createWalReader(db.$client, path);
  /** The part that was read at the checkpoint and is not sent yet. */
  let checkpointRest: WalPart | null = null;
  /** Sends the waiting parts. Returns whether everything that was waiting at the start was sent. */
  const sendWaitingParts = async () => {
    for (;;) {
      const part = checkpointRest ?? reader.next();
      if (part === "busy") return false;
      if (!part) return true;
      const { begin, bytes, isNewLog } = part;
      const position = { copy, log: isNewLog ? log + 1 : log, begin, end: begin + bytes.length };
      await place.send(
        Uint8Array.from(await Bun.zstdCompress(bytes)),
        partName({ ...position, at: now() }),
      );
      const isRestOfLog = part === checkpointRest;
      if (isRestOfLog) checkpointRest = null;
      else reader.markTaken(part);
      ({ log } = position);
      sentPartCount++;
      // The next round sends newer commits, which keeps the number of parts small.
      if (!isRestOfLog && bytes.length < PART_BYTES) return true;
    }
  };
  try {
    await sendSnapshot(reader, config.dataDir, place, snapshotName(copy));
    const until = performance.now() + COPY_INTERVAL_MS;
    let isCleanedUp = false;
    let lastVerifiedAt = performance.now();
    let nextCheckpointAt = lastVerifiedAt + CHECKPOINT_INTERVAL_MS;
    while (performance.now() < until && sentPartCount < PARTS_PER_COPY) {
      const isLastRound = signal.aborted;
      try {
        const sentBefore = sentPartCount;
        const hasSentAll = await sendWaitingParts();
        const isCheckDue = performance.now() - lastVerifiedAt > REPLICA_CHECK_INTERVAL_MS;
        // Tests the place regularly, so that an unreachable place is reported before data depends on it.
        if (sentPartCount === sentBefore && isCheckDue)
          await place.send(Buffer.from(`${now()}`), "seen");
        if (sentPartCount > sentBefore || isCheckDue) lastVerifiedAt = performance.now();
        if (hasSentAll) listener.onSuccess();
        if (!isCleanedUp)
          for (const name of outdatedNames(await place.list(DATABASE_FOLDER), copy))
            await place.remove(name);
        isCleanedUp = true;
      } catch (error) {
        if (error instanceof WalLostError || sizeOf(`${path}-wal`) > MAX_QUEUED_BYTES) throw error;
        listener.onFailure(error);
      }
      if (isLastRound) return;
      if (reader.takenBytes() > CHECKPOINT_BYTES || performance.now() > nextCheckpointAt) {
        checkpointRest ??= reader.checkpoint();
        nextCheckpointAt = performance.now() + CHECKPOINT_INTERVAL_MS;
      }
      await sleep(SEND_INTERVAL_MS, signal);
    }
  } finally {
    db.$client.run(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    db.$client.run(`PRAGMA journal_size_limit = ${WAL_SIZE_LIMIT_BYTES}`);
  }
}

/**
 * Compresses the database in another process and sends it. In this process, closing a file that SQLite has open would
 * drop SQLite's locks.
 */
async function sendSnapshot(
  reader: WalReader,
  dataDir: string,
  place: ReplicaStorage,
  name: string,
): Promise<void> {
  const compressedPath = join(dataDir, `${DATABASE_NAME}.packed`);
  try {
    await reader.copyAfterCheckpoint(async () => {
      const packArgs = ["pack", join(dataDir, DATABASE_NAME), compressedPath];
      const { code, errors } = await runOwnExecutable(dataDir, packArgs);
      if (code !== 0) throw new BackupError(`The database could not be copied: ${errors.trim()}`);
    });
    // Only a complete copy is sent, because a restore uses the newest one.
    await place.send(compressedPath, name);
  } finally {
    await rm(compressedPath, { force: true });
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Sends each upload when it is written to disk. An upload that was deleted here is deleted in the replica an hour
 * later, because the copied database may still refer to it.
 */
function createUploadSender(
  { config, db }: Pick<Deps, "config" | "db">,
  place: ReplicaStorage,
  signal: AbortSignal,
  onQueueLength: (count: number) => void,
) {
  const folder = join(config.dataDir, UPLOADS_NAME);
  const waitingUploads = new Set<string>();
  let wakeSignal = Promise.withResolvers<void>();
  let orphans: ReadonlySet<string> = new Set();
  const add = (id: string) => {
    waitingUploads.add(id);
    onQueueLength(waitingUploads.size);
    wakeSignal.resolve();
  };
  const watcher = watch(folder, (_event, id) => {
    if (id && isUpload(id)) add(id);
  });
  signal.addEventListener("abort", () => {
    watcher.close();
    wakeSignal.resolve();
  });
  const reconcileUploads = async () => {
    const storedNames = await place.list(UPLOADS_NAME);
    const localUploads = new Set((await readdir(folder)).filter(isUpload));
    const rows = db.select({ id: files.id }).from(files).all();
    const uploadDifferences = compareUploads({
      onDisk: localUploads,
      storedNames,
      inDatabase: new Set(rows.map(({ id }) => id)),
      orphans,
    });
    for (const id of uploadDifferences.remove) await place.remove(`${UPLOADS_NAME}/${id}`);
    orphans = uploadDifferences.orphans;
    for (const id of uploadDifferences.send) add(id);
  };
  const send = async (id: string) => {
    const path = join(folder, id);
    try {
      if (await Bun.file(path).exists()) await place.send(path, `${UPLOADS_NAME}/${id}`);
    } catch (error) {
      // The file was deleted or replaced in the meantime.
      if (await Bun.file(path).exists()) throw error;
    }
    waitingUploads.delete(id);
    onQueueLength(waitingUploads.size);
  };
  return {
    /**
     * Compares all uploads with the replica, deletes those no longer needed there, then sends new ones for an hour.
     * Throws on failure.
     */
    async follow() {
      await reconcileUploads();
      const until = performance.now() + COMPARE_INTERVAL_MS;
      while (!signal.aborted && performance.now() < until) {
        wakeSignal = Promise.withResolvers();
        for (const id of waitingUploads) {
          if (signal.aborted) return;
          await send(id);
        }
        await Promise.race([wakeSignal.promise, sleep(COMPARE_INTERVAL_MS, signal)]);
      }
    },
  };
}

/** Resolves after `ms`, or at once when `signal` is aborted. */
const sleep = (ms: number, signal: AbortSignal) =>
  wait(ms, undefined, { signal, ref: false }).catch(() => {});
