/** Backups in an S3-compatible store: uploaded in parts, verified by reading back, and fetched. */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { S3Client } from "bun";
import type { Config } from "../config";
import { BackupError } from "./errors";
import { backupNameOf } from "./rules";

/** The operator's backup store. */
export type BackupStoreConfig = NonNullable<Config["backupStore"]>;

/** A backup in the store. */
interface StoredBackup {
  name: string;
  bytes: number;
  /** When it was stored, in ms UTC; 0 if the store gives no time. */
  at: number;
}

export interface BackupStore {
  /** The bucket and its prefix, for logs and messages. */
  place: string;
  /** Lists all backups in the store by name, oldest first. */
  list(): Promise<StoredBackup[]>;
  /**
   * Uploads a file, then reads it back and compares checksums; a damaged one is deleted. Returns its size in bytes.
   */
  send(path: string, name: string): Promise<number>;
  /** Fetches a backup, or `latest`, into a new file. Returns its name. */
  fetch(name: string, path: string): Promise<string>;
  remove(name: string): Promise<void>;
}

/** The size of a part and the number of parallel parts, which a transfer keeps in memory. 10,000 parts make 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
const PARALLEL_PARTS = 2;
const MAX_RETRIES = 4;

/**
 * A store that gives no answer for this long has failed. The client itself would wait 15 minutes or more for a part. On
 * a slow connection a part takes minutes.
 */
const TIMEOUT_MS = 10 * 60_000;

/** The name in `livery restore s3:latest`, for the backup that was stored last. */
const LATEST_NAME = "latest";
/** How many names are listed if a backup is not found. */
const MAX_LISTED_BACKUPS = 5;

/**
 * Opens the store without sending a request. Each call throws `BackupError` with a message for the operator, also if
 * the store does not answer for `timeoutMs`.
 */
export function openBackupStore(config: BackupStoreConfig, timeoutMs = TIMEOUT_MS): BackupStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = config;
  const client = new S3Client({
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    ...(endpoint !== null && { endpoint }),
    retry: MAX_RETRIES,
  });
  const place = `${bucket}/${prefix}`;
  const withStoreErrors = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`The backup store (${place}) failed: ${reasonOf(error)}.`);
    }
  };
  /** Runs one step of a call with the time limit. */
  const withTimeout = async <T>(step: Promise<T> | T): Promise<T> => {
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => timeout.reject(new Error(`no answer for ${timeoutMs / 1_000} s`)),
      timeoutMs,
    );
    try {
      return await Promise.race([step, timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  const list = () =>
    withStoreErrors(async () => {
      const backups: StoredBackup[] = [];
      let continuationToken: string | undefined;
      do {
        const answer = await withTimeout(
          client.list({ prefix, ...(continuationToken && { continuationToken }) }),
        );
        for (const { key, size = 0, lastModified } of answer.contents ?? []) {
          const name = key.slice(prefix.length);
          if (backupNameOf(name) === name)
            backups.push({ name, bytes: size, at: Date.parse(lastModified ?? "") || 0 });
        }
        continuationToken = answer.isTruncated ? answer.nextContinuationToken : undefined;
      } while (continuationToken);
      return backups.sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const reader = client
      .file(prefix + name)
      .stream()
      .getReader();
    try {
      for (;;) {
        const { done, value } = await withTimeout(reader.read());
        if (done) return;
        yield value;
      }
    } finally {
      // After a failure, an error of the cancellation must not hide the failure.
      void reader.cancel().catch(() => {});
    }
  }
  return {
    place,
    list,
    send: (path, name) =>
      withStoreErrors(async () => {
        const key = prefix + name;
        const writer = client.file(key).writer({
          partSize: PART_BYTES,
          queueSize: PARALLEL_PARTS,
          retry: MAX_RETRIES,
          type: "application/zstd",
        });
        const sentHash = new Bun.CryptoHasher("sha256");
        let bytes = 0;
        try {
          for await (const chunk of createReadStream(path, { highWaterMark: PART_BYTES })) {
            sentHash.update(chunk as Uint8Array);
            bytes += (chunk as Uint8Array).byteLength;
            writer.write(chunk as Uint8Array);
            await withTimeout(writer.flush());
          }
          await withTimeout(writer.end());
        } catch (error) {
          void Promise.resolve(writer.end(error as Error)).catch(() => {});
          throw error;
        }
        const storedHash = new Bun.CryptoHasher("sha256");
        for await (const chunk of read(name)) storedHash.update(chunk);
        if (storedHash.digest("hex") !== sentHash.digest("hex")) {
          const message = `${name} in ${place} differs from the uploaded file`;
          await withTimeout(client.file(key).delete()).catch((error) => {
            throw new BackupError(`${message} and could not be deleted: ${reasonOf(error)}.`);
          });
          throw new BackupError(`${message}.`);
        }
        return bytes;
      }),
    fetch: (requestedName, path) =>
      withStoreErrors(async () => {
        const storedBackups = await list();
        const newestBackup = storedBackups
          .toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
          .at(-1);
        const backupName =
          requestedName === LATEST_NAME ? newestBackup?.name : backupNameOf(requestedName);
        const backup = storedBackups.find(({ name }) => name === backupName);
        if (!backup) {
          const names = storedBackups.slice(-MAX_LISTED_BACKUPS).map(({ name }) => name);
          throw new BackupError(
            `There is no backup ${requestedName} in ${place}. ${names.length > 0 ? `The latest backups are ${names.join(", ")}.` : "The store has no backups."}`,
          );
        }
        const target = Bun.file(path).writer();
        try {
          for await (const chunk of read(backup.name)) {
            target.write(chunk);
            await target.flush();
          }
          await target.end();
        } catch (error) {
          await rm(path, { force: true });
          throw error;
        }
        return backup.name;
      }),
    remove: (name) => withStoreErrors(() => withTimeout(client.file(prefix + name).delete())),
  };
}

/**
 * Returns the store's error code (`NoSuchBucket`, `AccessDenied`) or the connection error, without addresses or keys.
 */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
