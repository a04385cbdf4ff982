/** A backup that is sent to an S3-compatible store is stored completely, and can be restored from there. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runAllChecks } from "../../src/backup/check-queries";
import { lastBackup } from "../../src/backup/last-backup";
import { backUpNightly } from "../../src/backup/nightly-backup-actions";
import { backupNameOf } from "../../src/backup/rules";
import { openBackupStore } from "../../src/backup/store";
import { sendNewBackup, withFetchedBackup } from "../../src/backup/backup-store-actions";
import { testBackupRestore } from "../../src/backup/restore-actions";
import { type Config, ConfigError, readConfig } from "../../src/config";
import { isSigned, type S3Store, startS3Store } from "../support/s3-store";
import { createTestServer, START, type TestServer } from "../support/server";

let server: TestServer;
let remoteStore: S3Store;
let place: string;
let config: Config;
beforeEach(async () => {
  server = await createTestServer();
  remoteStore = startS3Store();
  place = mkdtempSync(join(tmpdir(), "livery-store-"));
  mkdirSync(join(server.folder, "backups"), { recursive: true });
  config = readConfig({ DATA_DIR: server.folder, ...remoteStore.environment }, place);
});
afterEach(async () => {
  await remoteStore.stop();
  server.close();
  rmSync(place, { recursive: true, force: true });
});

const store = () => {
  if (!config.backupStore) throw new Error("not configured");
  return openBackupStore(config.backupStore);
};
async function refusal(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing was refused";
}

test("the test's own store accepts Amazon's example signature and refuses others", () => {
  const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
  const request = (range: string) =>
    new Request("https://examplebucket.s3.amazonaws.com/test.txt", {
      headers: {
        host: "examplebucket.s3.amazonaws.com",
        range,
        "x-amz-date": "20130524T000000Z",
        "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
      },
    });
  const as = {
    region: "us-east-1",
    accessKey: "AKIAIOSFODNN7EXAMPLE",
    secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  expect(isSigned(request("bytes=0-9"), as)).toBe(true);
  expect(isSigned(request("bytes=0-8"), as)).toBe(false);
  expect(isSigned(request("bytes=0-9"), { ...as, secret: "another" })).toBe(false);
});

test("the nightly backup is sent to the store once, and the oldest there are deleted", async () => {
  for (const day of ["16", "17", "18", "19"])
    remoteStore.objects.set(`livery/livery-2026-11-${day}.tar.zst`, new Uint8Array(1));
  remoteStore.objects.set("livery/before-the-move.tar.zst", new Uint8Array(1));
  remoteStore.objects.set("livery/notes.txt", new Uint8Array(1));
  const deps = {
    ...server.deps,
    config: readConfig(
      { ...remoteStore.environment, DATA_DIR: server.folder, BACKUP_S3_KEEP: "2" },
      place,
    ),
  };
  expect(await backUpNightly(deps)).toBe(true);
  expect([...remoteStore.objects.keys()].toSorted()).toEqual([
    "livery/before-the-move.tar.zst",
    "livery/livery-2026-11-19.tar.zst",
    "livery/livery-2026-11-20.tar.zst",
    "livery/notes.txt",
  ]);
  const bytes = remoteStore.objects.get("livery/livery-2026-11-20.tar.zst")?.length ?? 0;
  expect(lastBackup(server.folder)).toMatchObject({
    made: { name: "livery-2026-11-20.tar.zst", bytes },
    sent: { name: "livery-2026-11-20.tar.zst", bytes, at: START },
    failure: null,
  });
  remoteStore.objects.delete("livery/livery-2026-11-20.tar.zst");
  expect(await backUpNightly(deps)).toBe(false);
  expect(remoteStore.objects.has("livery/livery-2026-11-20.tar.zst")).toBe(false);
}, 60_000);

test("a large backup is sent in parts and comes back unchanged", async () => {
  const bytes = crypto.getRandomValues(Buffer.alloc(65_536));
  const large = join(place, "large");
  writeFileSync(large, Buffer.concat(Array.from({ length: 300 }, () => bytes)));
  expect(await store().send(large, "large.tar.zst")).toBe(300 * 65_536);
  expect(remoteStore.parts).toEqual([3]);
  expect(await store().fetch("large", join(place, "back"))).toBe("large.tar.zst");
  expect(Bun.file(join(place, "back")).size).toBe(300 * 65_536);
  const hash = async (name: string) =>
    Bun.hash.wyhash(await Bun.file(join(place, name)).arrayBuffer());
  expect(await hash("back")).toBe(await hash("large"));
}, 60_000);

test("a backup that differs in the store is reported, recorded and sent again", async () => {
  remoteStore.corruptObject();
  const deps = { ...server.deps, config };
  expect(await backUpNightly(deps)).toBe(true);
  expect(lastBackup(server.folder)).toMatchObject({
    made: { name: "livery-2026-11-20.tar.zst" },
    sent: null,
    failure: {
      of: "store",
      at: START,
      reason: expect.stringContaining("differs from the uploaded file"),
    },
  });
  // A restore of the latest backup must not find it.
  expect([...remoteStore.objects.keys()]).toEqual([]);
  const found = async () =>
    (await runAllChecks({ ...config, backupStore: null }, Date.now())).find(
      ({ checkedPart }) => checkedPart === "Backups",
    );
  expect((await found())?.faults.join()).toContain("differs from the uploaded file");
  await remoteStore.stop();
  remoteStore = startS3Store();
  const secondConfig = {
    ...deps,
    config: readConfig({ DATA_DIR: server.folder, ...remoteStore.environment }, place),
  };
  expect(await backUpNightly(secondConfig)).toBe(false);
  expect(lastBackup(server.folder)).toMatchObject({
    sent: { name: "livery-2026-11-20.tar.zst" },
    failure: null,
  });
  expect((await found())?.faults).toEqual([]);
}, 60_000);

test("a short failure of the store is retried, and a wrong key or bucket is reported", async () => {
  const file = join(place, "one");
  writeFileSync(file, "x");
  remoteStore.failNext(1);
  expect(await store().send(file, "one.tar.zst")).toBe(1);
  if (!config.backupStore) throw new Error("not configured");
  const wrongStore = openBackupStore({ ...config.backupStore, secretAccessKey: "guess" });
  expect(await refusal(wrongStore.list())).toBe(
    "The backup store (backups/livery/) failed: SignatureDoesNotMatch.",
  );
  expect(await refusal(wrongStore.send(file, "two.tar.zst"))).toContain("SignatureDoesNotMatch");
  const otherStore = openBackupStore({ ...config.backupStore, bucket: "others" });
  expect(await refusal(otherStore.list())).toContain("NoSuchBucket");
}, 60_000);

test("a silent store times out at every stage and is used again later", async () => {
  if (!config.backupStore) throw new Error("not configured");
  const storeWithShortTimeout = openBackupStore(config.backupStore, 300);
  const file = join(place, "silent");
  writeFileSync(file, Buffer.alloc(20 * 1024 * 1024, 7));
  const timeoutMessage = "The backup store (backups/livery/) failed: no answer for 0.3 s.";
  // It stops answering at the beginning, at a part, at the end, and when the file is read back.
  for (const after of [0, 2, 4, 5]) {
    remoteStore.stopAnswering(after);
    expect(await refusal(storeWithShortTimeout.send(file, `silent-${after}.tar.zst`))).toBe(
      timeoutMessage,
    );
  }
  remoteStore.stopAnswering(0);
  expect(await refusal(storeWithShortTimeout.list())).toBe(timeoutMessage);
  // This upload succeeds, however slow the machine is.
  remoteStore.stopAnswering(Number.POSITIVE_INFINITY);
  const small = join(place, "small");
  writeFileSync(small, "x");
  await store().send(small, "silent-never.tar.zst");
  remoteStore.stopAnswering(1);
  expect(await refusal(storeWithShortTimeout.fetch("silent-never", join(place, "never")))).toBe(
    timeoutMessage,
  );
  expect(existsSync(join(place, "never"))).toBe(false);
  remoteStore.stopAnswering(Number.POSITIVE_INFINITY);
  expect(await store().send(file, "silent-0.tar.zst")).toBe(20 * 1024 * 1024);
}, 60_000);

test("a manual backup is sent, tested and fetched by its name or as the latest", async () => {
  expect(await sendNewBackup(config, "before-the-move", "0.1.0")).toMatchObject({
    file: "backups/livery/before-the-move.tar.zst",
  });
  expect(await refusal(sendNewBackup(config, "before-the-move", "0.1.0"))).toContain(
    "already exists",
  );
  expect(await refusal(sendNewBackup(config, "../up", "0.1.0"))).toContain("is not a valid name");
  for (const name of ["before-the-move", "before-the-move.tar.zst", "latest"]) {
    const head = await withFetchedBackup(config, name, (file) =>
      testBackupRestore(file, server.folder, START),
    );
    expect(head.format).toBe("livery-backup");
  }
  expect(await refusal(withFetchedBackup(config, "other", async () => {}))).toBe(
    "There is no backup other in backups/livery/. The latest backups are before-the-move.tar.zst.",
  );
  expect(readdirSync(join(server.folder, "backups"))).toEqual([]);
  expect(await refusal(sendNewBackup(server.deps.config, "x", "0.1.0"))).toContain(
    "BACKUP_S3_BUCKET",
  );
}, 60_000);

test("the check counts the backups in the store and reports an old or unreachable one", async () => {
  const found = async (of: Config) =>
    (await runAllChecks(of, Date.now())).find((one) => one.checkedPart === "Backup store");
  expect(await found(server.deps.config)).toBeUndefined();
  for (const day of ["17", "18", "19"])
    await store().send(import.meta.path, `livery-2026-11-${day}.tar.zst`);
  expect(await found(config)).toEqual({
    checkedPart: "Backup store",
    faults: [],
    detail: "Backups in backups/livery/: 3",
  });
  const late = (await runAllChecks(config, Date.now() + 5 * 86_400_000)).find(
    (one) => one.checkedPart === "Backup store",
  );
  expect(late?.faults.join()).toContain("days old");
  await remoteStore.stop();
  expect((await found(config))?.faults.join()).toContain("The backup store");
}, 60_000);

test("invalid backup names and store settings are refused", () => {
  expect(backupNameOf("livery-2026-11-20")).toBe("livery-2026-11-20.tar.zst");
  for (const name of ["", "a/b", "../a", ".hidden", "a b"]) expect(backupNameOf(name)).toBeNull();
  const faults = (more: Record<string, string>) => {
    try {
      readConfig({ DATA_DIR: place, ...remoteStore.environment, ...more }, place);
    } catch (error) {
      if (error instanceof ConfigError) return error.faults.join();
    }
    return "none";
  };
  expect(faults({})).toBe("none");
  expect(faults({ BACKUP_S3_ACCESS_KEY_ID: "" })).toContain("BACKUP_S3_ACCESS_KEY_ID");
  expect(faults({ BACKUP_KEEP: "0" })).toContain("must be at least 1");
  expect(faults({ BACKUP_S3_PREFIX: "/x" })).toContain("BACKUP_S3_PREFIX");
  expect(faults({ BACKUP_S3_PREFIX: "a/b/" })).toBe("none");
});
