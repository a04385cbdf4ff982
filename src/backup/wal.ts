/**
 * The write-ahead log as the second place sees it: what has been committed since the last look.
 * The file's format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
import type { Database } from "bun:sqlite";
import { closeSync, openSync, readSync, statSync } from "node:fs";

export const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** What came since the last look: bytes of the log's file from `begin` on, up to the end of a commit. */
export interface WalPart {
  /** Another log than the last time: the one before was written back and begun anew. */
  isNewLog: boolean;
  begin: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface WalReader {
  /**
   * Writes the log back and has the database's file copied, and makes sure that nobody wrote into that meanwhile:
   * the log that begins now, and with it the first part, goes on from that copy. Throws `WalLostError` otherwise.
   * What a power cut left of an older log is gone by it: some of that looks like commits.
   */
  beside(copy: () => Promise<void>): Promise<void>;
  /**
   * The part that comes next, of some megabytes at most; null where there is none, `busy` where another process
   * holds the database just now. Handed out again until it is `taken`. Throws where a log was begun anew before
   * all of the last one was taken: then only a new copy helps.
   */
  next(): WalPart | null | "busy";
  taken(part: WalPart): void;
  /** Bytes of the log that are taken. */
  end(): number;
  /**
   * Takes the rest of the log and writes it back, so that it can begin anew. The rest is to be sent before anything
   * else; null where there was none.
   */
  checkpoint(): WalPart | null;
}

/** A part is so long at most, but for one commit that is longer. */
export const PART_BYTES = 8 * 1024 * 1024;

/** The clock of a file system moves on within so long. */
const CLOCK_MS = 50;

/** The log lost what nobody had taken. */
export class WalLostError extends Error {}

/** Reads the log of the database at `path`, which `client` has open and on which it must not checkpoint by itself. */
export function createWalReader(client: Database, path: string): WalReader {
  let salts = "";
  let end = 0;
  /** How far the log had come when all of it was written back. */
  let written = -1;
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  const lost = () => new WalLostError("The write-ahead log was begun anew by somebody else.");
  const read = (file: number): WalPart | null => {
    if (readSync(file, header, 0, WAL_HEADER_BYTES, 0) < WAL_HEADER_BYTES) {
      // Emptied by somebody else, with all that was in it.
      if (salts !== "" && written !== end) throw lost();
      return null;
    }
    const found = header.toString("hex", 16, 24);
    const isNewLog = found !== salts;
    if (isNewLog && salts !== "" && (written !== end || !isNext(salts, found))) throw lost();
    const begin = isNewLog ? 0 : end;
    const from = Math.max(begin, WAL_HEADER_BYTES);
    const size = committedEnd(file, from, header);
    if (size === from) return null;
    const bytes = new Uint8Array(size - begin);
    readSync(file, bytes, 0, bytes.length, begin);
    return { isNewLog, begin, bytes };
  };
  const next = () => alone(client, () => withFile(`${path}-wal`, read));
  const taken = ({ begin, bytes }: WalPart) => {
    if (begin === 0) salts = Buffer.from(bytes.subarray(16, 24)).toString("hex");
    end = begin + bytes.length;
    written = -1;
  };
  const writtenBackAt = () => statSync(path, { bigint: true }).mtimeNs;
  return {
    async beside(copy) {
      const [done] = client.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").all();
      if (done?.busy !== 0)
        throw new WalLostError(
          "The database is being read by another process: it is copied later.",
        );
      const before = writtenBackAt();
      // What is written from here on has another time.
      await Bun.sleep(CLOCK_MS);
      await copy();
      if (writtenBackAt() !== before)
        throw new WalLostError(
          "The database was written back by somebody else while it was copied.",
        );
    },
    next,
    taken,
    end: () => end,
    checkpoint() {
      const rest = next();
      if (rest === "busy") return null;
      if (rest) taken(rest);
      // More than a part: another time.
      if (next()) return rest;
      const [done] = client
        .query<{ busy: number; log: number; checkpointed: number }, []>(
          "PRAGMA wal_checkpoint(PASSIVE)",
        )
        .all();
      const isAll = done && done.log === done.checkpointed;
      if (isAll && endOfFrames(done.log, header) === end) written = end;
      return rest;
    },
  };
}

/** Bytes of a frame, by a log's header. */
const frameBytesOf = (header: Buffer) => FRAME_HEADER_BYTES + header.readUInt32BE(8);

/** Where so many frames of a log end; `header` begins with the log's header. */
export const endOfFrames = (frames: number, header: Buffer) =>
  WAL_HEADER_BYTES + frames * frameBytesOf(header);

/** Acts while no other process writes, if none does. Must not be called within a transaction. */
function alone<T>(client: Database, act: () => T): T | "busy" {
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

/** Whether a log's salts are those of the one right after: the first of the two grows by one each time. */
function isNext(before: string, after: string): boolean {
  const first = (salts: string) => Number.parseInt(salts.slice(0, 8), 16);
  return first(after) === (first(before) + 1) % 2 ** 32;
}

function withFile<T>(path: string, act: (file: number) => T): T | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    // Before the first write there is none.
    return null;
  }
  try {
    return act(file);
  } finally {
    closeSync(file);
  }
}

/** Where the last commit of this log ends, from `begin` on; frames behind it are of an older log, or of no commit. */
function committedEnd(file: number, begin: number, header: Buffer): number {
  const frameBytes = frameBytesOf(header);
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  let end = begin;
  for (let at = begin; ; at += frameBytes) {
    if (readSync(file, frame, 0, FRAME_HEADER_BYTES, at) < FRAME_HEADER_BYTES) return end;
    if (frame.compare(header, 16, 24, 8, 16) !== 0) return end;
    // The size of the database after a commit, 0 in every frame before.
    if (frame.readUInt32BE(4) !== 0) {
      end = at + frameBytes;
      if (end - begin >= PART_BYTES) return end;
    }
  }
}
