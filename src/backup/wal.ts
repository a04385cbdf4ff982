/**
 * Reads new commits from the write-ahead log for the replica.
 * The file's format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
import type { Database } from "bun:sqlite";
import { closeSync, openSync, readSync, statSync } from "node:fs";

export const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** New bytes of the log file from `begin` on, up to the end of a commit. */
export interface WalPart {
  /** Whether the log was checkpointed and restarted since the last part. */
  isNewLog: boolean;
  begin: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface WalReader {
  /**
   * Checkpoints the log, then lets `copy` copy the database file, and ensures that nobody wrote to the file in the
   * meantime. The log then continues from that copy. Throws `WalLostError` if somebody wrote: the copy is then
   * inconsistent and must not be used. This also removes remains of an older log after a power cut, which can look like
   * commits.
   */
  copyAfterCheckpoint(copy: () => Promise<void>): Promise<void>;
  /**
   * Returns the next part, at most a few megabytes; null if there is none, `busy` while another process holds the
   * database. Returns the same part again until `markTaken` is called. Throws if another process has checkpointed the
   * log, because it may have restarted before all of it was taken: a new copy is then needed.
   */
  next(): WalPart | null | "busy";
  markTaken(part: WalPart): void;
  /** Returns the number of bytes taken from the log. */
  takenBytes(): number;
  /**
   * Takes the rest of the log and checkpoints it, so that the log can restart. Returns the rest, which must be sent
   * before anything else; null if there is none.
   */
  checkpoint(): WalPart | null;
}

/** The size limit of a part. A single larger commit may exceed it. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Two writes at least this far apart have different file times. */
const MTIME_PRECISION_MS = 50;

/** Thrown if another process has written or checkpointed the database, so that parts of the log may be missing. */
export class WalLostError extends Error {}

/** Reads the log of the database at `path`. `client` has it open and must not checkpoint automatically. */
export function createWalReader(client: Database, path: string): WalReader {
  let walSalts = "";
  let end = 0;
  /** The end of the log at the time when all of it was checkpointed. */
  let checkpointedEnd = -1;
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  const walLostError = () => new WalLostError("Another process wrote to the database file.");
  const fileTimeNs = () => statSync(path, { bigint: true }).mtimeNs;
  /** The time of the database file after the last checkpoint of this reader. */
  let checkpointedAtNs = fileTimeNs();
  const readPart = (file: number): WalPart | null => {
    if (readSync(file, header, 0, WAL_HEADER_BYTES, 0) < WAL_HEADER_BYTES) {
      // Another process emptied the log.
      if (walSalts !== "" && checkpointedEnd !== end) throw walLostError();
      return null;
    }
    const currentSalts = header.toString("hex", 16, 24);
    const isNewLog = currentSalts !== walSalts;
    if (
      isNewLog &&
      walSalts !== "" &&
      (checkpointedEnd !== end || !isNextSalt(walSalts, currentSalts))
    )
      throw walLostError();
    const begin = isNewLog ? 0 : end;
    const from = Math.max(begin, WAL_HEADER_BYTES);
    const size = committedEnd(file, from, header);
    if (size === from) return null;
    const bytes = new Uint8Array(size - begin);
    readSync(file, bytes, 0, bytes.length, begin);
    return { isNewLog, begin, bytes };
  };
  const next = () =>
    withExclusiveLock(client, () => {
      // A log that another process checkpointed can restart unnoticed, before all of it was taken.
      if (fileTimeNs() !== checkpointedAtNs) throw walLostError();
      return withFile(`${path}-wal`, readPart);
    });
  const confirmPart = ({ begin, bytes }: WalPart) => {
    if (begin === 0) walSalts = Buffer.from(bytes.subarray(16, 24)).toString("hex");
    end = begin + bytes.length;
    checkpointedEnd = -1;
  };
  return {
    async copyAfterCheckpoint(copy) {
      const [checkpointResult] = client
        .query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)")
        .all();
      if (checkpointResult?.busy !== 0)
        throw new WalLostError(
          "Another process is reading the database. The copy will be made later.",
        );
      checkpointedAtNs = fileTimeNs();
      // Waits, so that later writes get a different file time.
      await Bun.sleep(MTIME_PRECISION_MS);
      await copy();
      if (fileTimeNs() !== checkpointedAtNs) throw walLostError();
    },
    next,
    markTaken: confirmPart,
    takenBytes: () => end,
    checkpoint() {
      const rest = next();
      if (rest === "busy") return null;
      if (rest) confirmPart(rest);
      // More than one part is waiting, so the checkpoint is made later.
      if (next()) return rest;
      const [checkpointResult] = client
        .query<{ busy: number; log: number; checkpointed: number }, []>(
          "PRAGMA wal_checkpoint(PASSIVE)",
        )
        .all();
      checkpointedAtNs = fileTimeNs();
      const isFullyCheckpointed =
        checkpointResult && checkpointResult.log === checkpointResult.checkpointed;
      if (isFullyCheckpointed && endOfFrames(checkpointResult.log, header) === end)
        checkpointedEnd = end;
      return rest;
    },
  };
}

/** Returns the size of a frame, from the log's header. */
const frameBytesOf = (header: Buffer) => FRAME_HEADER_BYTES + header.readUInt32BE(8);

/** Returns the end of the given number of frames. `header` starts with the log's header. */
export const endOfFrames = (frames: number, header: Buffer) =>
  WAL_HEADER_BYTES + frames * frameBytesOf(header);

/** Runs `act` while no other process writes, or returns `busy`. Do not call it within a transaction. */
function withExclusiveLock<T>(client: Database, act: () => T): T | "busy" {
  client.run("PRAGMA busy_timeout = 0");
  try {
    client.run("BEGIN IMMEDIATE");
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))
      return "busy";
    throw error;
  } finally {
    client.run("PRAGMA busy_timeout = 5000");
  }
  try {
    return act();
  } finally {
    client.run("ROLLBACK");
  }
}

/** Returns whether a log's salts directly follow the others. The first salt increases by one each time. */
function isNextSalt(before: string, after: string): boolean {
  const first = (walSalts: string) => Number.parseInt(walSalts.slice(0, 8), 16);
  return first(after) === (first(before) + 1) % 2 ** 32;
}

function withFile<T>(path: string, act: (file: number) => T): T | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    // No log exists before the first write.
    return null;
  }
  try {
    return act(file);
  } finally {
    closeSync(file);
  }
}

/** Returns the end of the last commit after `begin`. Later frames belong to an older log or to no commit. */
function committedEnd(file: number, begin: number, header: Buffer): number {
  const frameBytes = frameBytesOf(header);
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  let end = begin;
  for (let at = begin; ; at += frameBytes) {
    if (readSync(file, frame, 0, FRAME_HEADER_BYTES, at) < FRAME_HEADER_BYTES) return end;
    if (frame.compare(header, 16, 24, 8, 16) !== 0) return end;
    // A commit frame has the size of the database here, all other frames 0.
    if (frame.readUInt32BE(4) !== 0) {
      end = at + frameBytes;
      if (end - begin >= PART_BYTES) return end;
    }
  }
}
