/** The storage of the replica: files by name, in a folder or in an S3 bucket. */
import { constants } from "node:fs";
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { S3Client } from "bun";
import type { Config } from "../config";
import { BackupError } from "./errors";
import { syncPath } from "./pack";

export type ReplicaConfig = NonNullable<Config["replica"]>;

export interface ReplicaStorage {
  /** The folder, or the bucket and its prefix, for messages. Contains no keys. */
  name: string;
  /** Lists the names in a folder of the place; empty if there is no such folder. */
  list(folder: string): Promise<Set<string>>;
  /** Reads a short file; null if it does not exist. */
  read(name: string): Promise<Uint8Array | null>;
  /** Writes a file from a path or from bytes. The file is either complete or missing. */
  send(content: string | Uint8Array<ArrayBuffer>, name: string): Promise<void>;
  /** Fetches a file into a new one; false if it does not exist. */
  fetch(name: string, path: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}

/** Opens the place without sending a request. Its calls throw `BackupError` with a message for the operator. */
export function openReplicaStorage(config: ReplicaConfig): ReplicaStorage {
  return config.kind === "folder"
    ? folderReplicaStorage(config.path)
    : bucketReplicaStorage(config.store);
}

function folderReplicaStorage(root: string): ReplicaStorage {
  const pathOf = (name: string) => join(root, name);
  const { wrapErrors, ignoreMissing } = errorHandlersFor(root, "ENOENT");
  return {
    name: root,
    list: (folder) =>
      wrapErrors(async () => {
        const names = (await ignoreMissing(readdir(pathOf(folder)))) ?? [];
        return new Set(names.filter((name) => !name.endsWith(".part")));
      }),
    read: (name) =>
      wrapErrors(() =>
        ignoreMissing(assertPlainFile(pathOf(name)).then(() => readFile(pathOf(name)))),
      ),
    send: (content, name) =>
      wrapErrors(async () => {
        await mkdir(dirname(pathOf(name)), { recursive: true, mode: 0o700 });
        if (typeof content === "string") await copyFile(content, pathOf(`${name}.part`));
        else await writeFile(pathOf(`${name}.part`), content, { mode: 0o600 });
        await syncPath(pathOf(`${name}.part`));
        await rename(pathOf(`${name}.part`), pathOf(name));
      }),
    fetch: (name, path) =>
      wrapErrors(async () => {
        const copyPromise = assertPlainFile(pathOf(name))
          .then(() => copyFile(pathOf(name), path, constants.COPYFILE_EXCL))
          .then(() => chmod(path, 0o600))
          .then(() => true);
        return (await ignoreMissing(copyPromise)) ?? false;
      }),
    remove: (name) => wrapErrors(() => rm(pathOf(name), { force: true })),
  };
}

function bucketReplicaStorage(
  store: Extract<ReplicaConfig, { kind: "store" }>["store"],
): ReplicaStorage {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = store;
  const root = `${prefix}replica/`;
  const client = new S3Client({
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    ...(endpoint !== null && { endpoint }),
    retry: 4,
  });
  const { wrapErrors, ignoreMissing } = errorHandlersFor(`${bucket}/${root}`, "NoSuchKey");
  return {
    name: `${bucket}/${root}`,
    list: (folder) =>
      wrapErrors(async () => {
        const folderPrefix = `${root}${folder}/`;
        const names = new Set<string>();
        let continuationToken: string | undefined;
        do {
          const answer = await client.list({
            prefix: folderPrefix,
            ...(continuationToken && { continuationToken }),
          });
          for (const { key } of answer.contents ?? []) names.add(key.slice(folderPrefix.length));
          continuationToken = answer.isTruncated ? answer.nextContinuationToken : undefined;
        } while (continuationToken);
        return names;
      }),
    read: (name) => wrapErrors(() => ignoreMissing(client.file(root + name).bytes())),
    send: (content, name) =>
      wrapErrors(async () => {
        const body = typeof content === "string" ? Bun.file(content) : content;
        await client.write(root + name, body);
      }),
    fetch: (name, path) =>
      wrapErrors(async () => {
        const writePromise = Bun.write(path, client.file(root + name))
          .then(() => chmod(path, 0o600))
          .then(() => true);
        return (await ignoreMissing(writePromise)) ?? false;
      }),
    remove: (name) => wrapErrors(() => client.file(root + name).delete()),
  };
}

/** Throws for anything except a regular file, for example for a symbolic link. */
async function assertPlainFile(path: string): Promise<void> {
  if (!(await lstat(path)).isFile()) throw new BackupError(`${path} is not a file.`);
}

/**
 * Wraps the calls of a place. Failures report only a code, no addresses or keys. The code `missing` does not count as a
 * failure.
 */
function errorHandlersFor(name: string, missing: string) {
  const errorCodeOf = (error: unknown) => (error as { code?: string }).code;
  return {
    async wrapErrors<T>(act: () => Promise<T>): Promise<T> {
      try {
        return await act();
      } catch (error) {
        if (error instanceof BackupError) throw error;
        throw new BackupError(`The replica (${name}) failed: ${errorCodeOf(error) ?? error}.`);
      }
    },
    ignoreMissing: <T>(request: Promise<T>): Promise<T | null> =>
      request.catch((error) => {
        if (errorCodeOf(error) === missing) return null;
        throw error;
      }),
  };
}
