/** Backups on an S3-compatible store: sent in parts, read back before they are believed, fetched again. */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { S3Client } from "bun";
import type { Config } from "../config";
import { BackupError } from "./errors";
import { backupNameOf } from "./rules";

/** Where the operator keeps backups elsewhere. */
export type StoreConfig = NonNullable<Config["backupStore"]>;

/** A backup there. */
interface StoredBackup {
  name: string;
  bytes: number;
  /** When it came there, ms; 0 where the store does not say. */
  at: number;
}

export interface BackupStore {
  /** For the log and for people: the bucket and what its names begin with. */
  place: string;
  /** All backups there, the oldest first by name. */
  list(): Promise<StoredBackup[]>;
  /**
   * Sends a file, then reads it back and compares every byte's worth: a name in a list is no backup.
   * Returns its bytes.
   */
  send(path: string, name: string): Promise<number>;
  /** Fetches one, or `latest`, into a new file; returns its name. */
  fetch(name: string, path: string): Promise<string>;
  remove(name: string): Promise<void>;
}

/** Parts of so many bytes, so many at once: what a transfer holds in memory. 80 GB fit into 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const RETRIES = 4;

/**
 * A store that is silent for so long has failed: the client itself waits for a part to be taken for a quarter of
 * an hour and more. On a slow line one takes minutes.
 */
const PATIENCE_MS = 10 * 60_000;

/** In `livery restore s3:latest`: the youngest by its name's day, else by when it came. */
const LATEST = "latest";
/** So many names are told where one isn't there. */
const TOLD = 5;

/**
 * Opens the store; asks nothing yet. Each call throws `BackupError` in words for the operator, when the store
 * is silent for `patienceMs` too.
 */
export function openStore(config: StoreConfig, patienceMs = PATIENCE_MS): BackupStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = config;
  const client = new S3Client({
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    ...(endpoint !== null && { endpoint }),
    retry: RETRIES,
  });
  const place = `${bucket}/${prefix}`;
  const asking = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`The store of backups (${place}) failed: ${reasonOf(error)}.`);
    }
  };
  /** One step of a call. */
  const patiently = async <T>(step: Promise<T> | T): Promise<T> => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error(`it was silent for ${patienceMs / 1_000} s`)),
      patienceMs,
    );
    try {
      return await Promise.race([step, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  const list = () =>
    asking(async () => {
      const found: StoredBackup[] = [];
      let continuationToken: string | undefined;
      do {
        const answer = await patiently(
          client.list({ prefix, ...(continuationToken && { continuationToken }) }),
        );
        for (const { key, size = 0, lastModified } of answer.contents ?? []) {
          const name = key.slice(prefix.length);
          if (backupNameOf(name) === name)
            found.push({ name, bytes: size, at: Date.parse(lastModified ?? "") || 0 });
        }
        continuationToken = answer.isTruncated ? answer.nextContinuationToken : undefined;
      } while (continuationToken);
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const reader = client
      .file(prefix + name)
      .stream()
      .getReader();
    try {
      for (;;) {
        const { done, value } = await patiently(reader.read());
        if (done) return;
        yield value;
      }
    } finally {
      // Where it failed, the failure is what is told.
      void reader.cancel().catch(() => {});
    }
  }
  return {
    place,
    list,
    send: (path, name) =>
      asking(async () => {
        const key = prefix + name;
        const writer = client.file(key).writer({
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
          retry: RETRIES,
          type: "application/zstd",
        });
        const sent = new Bun.CryptoHasher("sha256");
        let bytes = 0;
        try {
          for await (const chunk of createReadStream(path, { highWaterMark: PART_BYTES })) {
            sent.update(chunk as Uint8Array);
            bytes += (chunk as Uint8Array).byteLength;
            writer.write(chunk as Uint8Array);
            await patiently(writer.flush());
          }
          await patiently(writer.end());
        } catch (error) {
          void Promise.resolve(writer.end(error as Error)).catch(() => {});
          throw error;
        }
        const kept = new Bun.CryptoHasher("sha256");
        for await (const chunk of read(name)) kept.update(chunk);
        if (kept.digest("hex") !== sent.digest("hex"))
          throw new BackupError(`What ${place} keeps as ${name} is not what was sent.`);
        return bytes;
      }),
    fetch: (asked, path) =>
      asking(async () => {
        const there = await list();
        const youngest = there.toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1)).at(-1);
        const wanted = asked === LATEST ? youngest?.name : backupNameOf(asked);
        const found = there.find(({ name }) => name === wanted);
        if (!found) {
          const names = there.slice(-TOLD).map(({ name }) => name);
          throw new BackupError(
            `There is no backup ${asked} in ${place}. ${names.length > 0 ? `The last are ${names.join(", ")}.` : "There is none at all."}`,
          );
        }
        const target = Bun.file(path).writer();
        try {
          for await (const chunk of read(found.name)) {
            target.write(chunk);
            await target.flush();
          }
          await target.end();
        } catch (error) {
          await rm(path, { force: true });
          throw error;
        }
        return found.name;
      }),
    remove: (name) => asking(() => patiently(client.file(prefix + name).delete())),
  };
}

/** The store's own code (`NoSuchBucket`, `AccessDenied`) or what hindered the connection; no addresses, no keys. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
