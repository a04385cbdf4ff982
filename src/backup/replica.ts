/**
 * The second place: a copy elsewhere that follows within seconds. The database is followed by its write-ahead
 * log, to which only this server adds; the uploads and the key never change and are sent as they are.
 */
import { statSync, watch } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { LOG_BYTES_KEPT } from "../../db/open";
import { files } from "../../db/schema/files";
import type { Deps } from "../deps";
import { BackupError } from "./errors";
import { runLivery } from "./own-process";
import { openPlace, type ReplicaPlace } from "./replica-place";
import {
  compareUploads,
  DATABASE_FOLDER,
  isUpload,
  outdatedNames,
  partName,
  snapshotName,
} from "./replica-rules";
import { noteReplica, type ReplicaState } from "./replica-state";
import { DATABASE_NAME, SECRET_NAME, UPLOADS_NAME } from "./rules";
import { createWalReader, PART_BYTES, WalLostError, type WalPart } from "./wal";

/** How old the newest there may be; a store is asked so often while something is written. */
const LOOK_MS = 2_000;
/** What did not change is noted so often, to tell that somebody still looks. */
const NOTE_MS = 30_000;
/** Where nothing is written the place is proved to be there so often. */
const PROVE_MS = 10_000;
/** What failed is tried again after so long, twice as long each time it fails soon. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** A new copy is made after so long, or so many parts: what was erased goes, and a restore stays short. */
const COPY_MS = 86_400_000;
const MOST_PARTS = 5_000;
/** The log is written back when so much of it is in the second place, and after so long: what was erased goes. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024;
const CHECKPOINT_MS = 600_000;
/** Where so much waits for a place that does not answer, it is written back, and a new copy made later. */
const MOST_WAITING_BYTES = 128 * 1024 * 1024;
/** All uploads are compared with those there: how long one that is gone here stays at least. */
const COMPARE_MS = 3_600_000;
/** What the last round may take when the server stops. */
const LAST_ROUND_MS = 15_000;
/** Pages of the log after which SQLite writes them back by itself: its own choice. */
const CHECKPOINT_PAGES = 1_000;

export interface Replica {
  /** Ends it after a last round; to be called when nothing is written any more, before the database is closed. */
  stop(): Promise<void>;
}

/** Follows with the second place until it is stopped. What hinders it is logged once, noted and tried again. */
export function followWithReplica(deps: Deps): Replica {
  const { config, log, now } = deps;
  if (!config.replica) return { stop: async () => {} };
  const place = openPlace(config.replica);
  const stopping = new AbortController();
  let state: ReplicaState = {
    behindSince: now(),
    failure: null,
    uploadsWaiting: 0,
    stopped: false,
    at: 0,
  };
  const note = (change: Partial<ReplicaState>) => {
    const next = { ...state, ...change, at: state.at };
    if (next.failure !== null && next.failure !== state.failure)
      log.error("The second place does not follow: {failure}", { failure: next.failure });
    if (next.failure === null && state.failure !== null) log.info("The second place follows again");
    if (Bun.deepEquals(next, state) && now() - state.at < NOTE_MS) return;
    state = { ...next, at: now() };
    noteReplica(config.dataDir, state);
  };
  const failed = (error: unknown) =>
    note({
      failure: error instanceof Error ? error.message : String(error),
      behindSince: state.behindSince ?? now(),
    });
  const looked = () =>
    note(
      state.uploadsWaiting === 0
        ? { behindSince: null, failure: null }
        : { behindSince: state.behindSince ?? now() },
    );
  const { signal } = stopping;
  const uploads = createUploads(deps, place, signal, (uploadsWaiting) => note({ uploadsWaiting }));
  let claim: Promise<void> | undefined;
  const claimed = (act: () => Promise<void>) => () => {
    claim ??= claimPlace(config.dataDir, place).catch((error) => {
      claim = undefined;
      throw error;
    });
    return claim.then(act);
  };
  const following = Promise.all([
    again(
      signal,
      failed,
      claimed(() => followDatabase(deps, place, signal, { looked, failed })),
    ),
    again(signal, failed, claimed(uploads.follow)),
  ]);
  return {
    async stop() {
      stopping.abort();
      await Promise.race([following, wait(LAST_ROUND_MS, undefined, { ref: false })]);
      note({ stopped: true });
    },
  };
}

/** Does it again and again, after a pause that grows while it fails soon. */
async function again(
  signal: AbortSignal,
  failed: (error: unknown) => void,
  act: () => Promise<void>,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const began = performance.now();
    await act().catch((error) => {
      if (!signal.aborted) failed(error);
    });
    if (performance.now() - began > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS;
    await sleep(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/**
 * Makes sure that the place is this installation's: an empty folder that was started by mistake would
 * take the place of what is kept there.
 */
async function claimPlace(dataDir: string, place: ReplicaPlace): Promise<void> {
  const path = join(dataDir, SECRET_NAME);
  const there = await place.read(SECRET_NAME);
  if (there === null) return place.send(path, SECRET_NAME);
  if (!Buffer.from(there).equals(Buffer.from(await Bun.file(path).bytes())))
    throw new BackupError(
      `${place.name} holds the data of another Livery. Restore it first (livery restore --from), or give this one another place.`,
    );
}

/**
 * A copy of the database, and all that is committed from then on, until the next copy is due. Meanwhile
 * nobody else writes the log back, so that none of it is missed. Throws what only a new copy helps against.
 */
async function followDatabase(
  { config, db, now }: Deps,
  place: ReplicaPlace,
  signal: AbortSignal,
  told: { looked(): void; failed(error: unknown): void },
): Promise<void> {
  const path = join(config.dataDir, DATABASE_NAME);
  const copy = Bun.randomUUIDv7();
  let log = -1;
  let sent = 0;
  db.$client.run("PRAGMA wal_autocheckpoint = 0");
  // A log that begins anew keeps nothing of the one before.
  db.$client.run("PRAGMA journal_size_limit = 0");
  const reader = createWalReader(db.$client, path);
  /** Taken when the log was written back, and not sent yet. */
  let rest: WalPart | null = null;
  /** Sends what there is; whether that was all when it began. */
  const takeUp = async () => {
    for (;;) {
      const part = rest ?? reader.next();
      if (part === "busy") return false;
      if (!part) return true;
      const { begin, bytes, isNewLog } = part;
      const at = { copy, log: isNewLog ? log + 1 : log, begin, end: begin + bytes.length };
      await place.send(
        Uint8Array.from(await Bun.zstdCompress(bytes)),
        partName({ ...at, at: now() }),
      );
      const isRest = part === rest;
      if (isRest) rest = null;
      else reader.taken(part);
      ({ log } = at);
      sent++;
      // What came meanwhile comes with the next look: parts stay few.
      if (!isRest && bytes.length < PART_BYTES) return true;
    }
  };
  try {
    await reader.beside(() => sendSnapshot(config.dataDir, place, snapshotName(copy)));
    const until = performance.now() + COPY_MS;
    let isTidy = false;
    let provedAt = performance.now();
    let checkpointAt = provedAt + CHECKPOINT_MS;
    while (performance.now() < until && sent < MOST_PARTS) {
      const isLast = signal.aborted;
      try {
        const before = sent;
        const hasAll = await takeUp();
        const isDue = performance.now() - provedAt > PROVE_MS;
        // A place that went away is told of before anything is lost by it.
        if (sent === before && isDue) await place.send(Buffer.from(`${now()}`), "seen");
        if (sent > before || isDue) provedAt = performance.now();
        if (hasAll) told.looked();
        if (!isTidy)
          for (const name of outdatedNames(await place.list(DATABASE_FOLDER), copy))
            await place.remove(name);
        isTidy = true;
      } catch (error) {
        if (error instanceof WalLostError || sizeOf(`${path}-wal`) > MOST_WAITING_BYTES)
          throw error;
        told.failed(error);
      }
      if (isLast) return;
      if (reader.end() > CHECKPOINT_BYTES || performance.now() > checkpointAt) {
        rest ??= reader.checkpoint();
        checkpointAt = performance.now() + CHECKPOINT_MS;
      }
      await sleep(LOOK_MS, signal);
    }
  } finally {
    db.$client.run(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    db.$client.run(`PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`);
  }
}

/** Packed by another process: closing a file that SQLite has open would drop SQLite's locks on it. */
async function sendSnapshot(dataDir: string, place: ReplicaPlace, name: string): Promise<void> {
  const packed = join(dataDir, `${DATABASE_NAME}.packed`);
  try {
    const { code, errors } = await runLivery(dataDir, [
      "pack",
      join(dataDir, DATABASE_NAME),
      packed,
    ]);
    if (code !== 0) throw new BackupError(`The database could not be copied: ${errors.trim()}`);
    await place.send(packed, name);
  } finally {
    await rm(packed, { force: true });
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * The uploads on their way: each is sent as it comes to the disk. One that goes is taken away there an hour
 * later: until then the database there may still name it.
 */
function createUploads(
  { config, db }: Deps,
  place: ReplicaPlace,
  signal: AbortSignal,
  waitingIs: (count: number) => void,
) {
  const folder = join(config.dataDir, UPLOADS_NAME);
  const waiting = new Set<string>();
  let woken = Promise.withResolvers<void>();
  let orphans: ReadonlySet<string> = new Set();
  const add = (id: string) => {
    waiting.add(id);
    waitingIs(waiting.size);
    woken.resolve();
  };
  const watcher = watch(folder, (_event, id) => {
    if (id && isUpload(id)) add(id);
  });
  signal.addEventListener("abort", () => {
    watcher.close();
    woken.resolve();
  });
  const compare = async () => {
    const there = await place.list(UPLOADS_NAME);
    const here = new Set((await readdir(folder)).filter(isUpload));
    const rows = db.select({ id: files.id }).from(files).all();
    const found = compareUploads({
      here,
      there,
      named: new Set(rows.map(({ id }) => id)),
      orphans,
    });
    for (const id of found.remove) await place.remove(`${UPLOADS_NAME}/${id}`);
    orphans = found.orphans;
    for (const id of found.send) add(id);
  };
  const send = async (id: string) => {
    const path = join(folder, id);
    try {
      if (await Bun.file(path).exists()) await place.send(path, `${UPLOADS_NAME}/${id}`);
    } catch (error) {
      // Gone meanwhile: another took its place.
      if (await Bun.file(path).exists()) throw error;
    }
    waiting.delete(id);
    waitingIs(waiting.size);
  };
  return {
    /** Compares all there is, then sends what comes, one after another, for an hour. Throws what fails. */
    async follow() {
      await compare();
      const until = performance.now() + COMPARE_MS;
      while (!signal.aborted && performance.now() < until) {
        woken = Promise.withResolvers();
        for (const id of waiting) {
          if (signal.aborted) return;
          await send(id);
        }
        await Promise.race([woken.promise, sleep(COMPARE_MS, signal)]);
      }
    },
  };
}

/** Resolves after `ms`, or at once when `signal` is aborted. */
const sleep = (ms: number, signal: AbortSignal) =>
  wait(ms, undefined, { signal, ref: false }).catch(() => {});
