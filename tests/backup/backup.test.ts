/** A backup contains everything, is verified before it counts, and does not restore what had ended. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createZstdCompress, zstdDecompressSync } from "node:zlib";
import { pack } from "tar-stream";
import { verifyAudit } from "../../src/audit/audit-verification-queries";
import { runAllChecks } from "../../src/backup/check-queries";
import { backUpNightly } from "../../src/backup/nightly-backup-actions";
import { makeBackup } from "../../src/backup/pack";
import { testBackupRestore, restoreBackup } from "../../src/backup/restore-actions";
import { unpackBackup } from "../../src/backup/unpack";
import { dayOf, isBackupDue, isEntryName, outdatedBackupNames } from "../../src/backup/rules";
import { insertFileRow, storeFile } from "../../src/files/store";
import { queueMessage } from "../../src/notifications/outbox";
import { createApiKey } from "../support/api-keys";
import { openDeps } from "../support/deps";
import { createTestServer, START, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let place: string;
beforeEach(async () => {
  server = await createTestServer();
  place = mkdtempSync(join(tmpdir(), "livery-backup-"));
});
afterEach(() => {
  server.close();
  rmSync(place, { recursive: true, force: true });
});

const at = (name: string) => join(place, name);
async function upload(text: string): Promise<string> {
  const file = await storeFile(server.deps, new TextEncoder().encode(text), "application/pdf");
  await server.deps.write((tx) =>
    insertFileRow(tx, file, { ownerKind: "operator", ownerId: "1", purpose: "logo" }, START),
  );
  return file.id;
}
/** Returns the error of a backup that cannot be downloaded, made or read. */
async function refusal(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing was refused";
}
const restore = (file: string, folder = at("new")) => {
  if (!existsSync(folder)) Bun.spawnSync(["mkdir", "-p", folder]);
  return restoreBackup(file, folder, START);
};

describe("a backup", () => {
  test("restores the database, the key and every upload, and passes the check", async () => {
    const id = await upload("a scanned passport");
    writeFileSync(join(server.folder, "uploads", `${id}.part`), "half of another");
    const writtenBackup = await makeBackup(server.folder, at("one.tar.zst"), "0.1.0");
    expect(writtenBackup).toMatchObject({ uploads: 1, bytes: statSync(at("one.tar.zst")).size });
    expect(statSync(writtenBackup.file).mode & 0o777).toBe(0o600);
    // No temporary files are left.
    expect(readdirSync(join(server.folder, "backups"))).toEqual([]);
    expect(readdirSync(place)).toEqual(["one.tar.zst"]);

    const { oldFolder } = await restore(writtenBackup.file);
    expect(oldFolder).toBeNull();
    expect(readFileSync(at(`new/uploads/${id}`), "utf8")).toBe("a scanned passport");
    expect(readFileSync(at("new/secret"))).toEqual(readFileSync(join(server.folder, "secret")));
    expect(statSync(at("new/secret")).mode & 0o777).toBe(0o600);
    const deps = openDeps(at("new"));
    expect(await verifyAudit(deps.db, deps.keys)).toMatchObject({ intact: true });
    deps.db.$client.close();
    const found = await runAllChecks(deps.config, START);
    expect(found.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test("ends sessions, voids codes and sends no message twice after it is restored", async () => {
    const owner = await signInAdmin(server);
    await createApiKey(owner);
    expect((await owner.post("/admin/calendars/office/all")).status).toBe(200);
    const { browser } = await signInRider(server);
    await browser.request("/users/sendOTP", { json: { identifier: "other@example.com" } });
    const mailingDeps = {
      ...server.deps,
      config: {
        ...server.deps.config,
        smtp: { url: "smtp://127.0.0.1:9", from: "car@example.com" },
      },
    };
    const to = { type: "email", value: "aline@example.com" } as const;
    const message = { kind: "receipt", subject: "Your receipt", text: "1", sms: "1", html: "<p>1" };
    await server.deps.write((tx) => {
      queueMessage(tx, mailingDeps, { to, message });
      queueMessage(tx, mailingDeps, {
        to,
        message: { ...message, kind: "code" },
        expiresAt: START + 1,
      });
    });
    await makeBackup(server.folder, at("one.tar.zst"), "0.1.0");
    await restore(at("one.tar.zst"));
    const db = new Database(at("new/livery.sqlite"), { readonly: true });
    const count = (sql: string) =>
      db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${sql}`).get()?.n;
    expect(count("riders")).toBe(1);
    expect(count("sessions")).toBe(0);
    expect([count("api_keys"), count("api_keys WHERE revoked_at IS NULL")]).toEqual([1, 0]);
    expect(count("calendar_feeds")).toBe(0);
    expect(count("codes")).toBe(0);
    expect(count("devices")).toBe(0);
    expect(count("outbox WHERE state = 'waiting'")).toBe(0);
    const sent = "SELECT kind, state, body IS NOT NULL AS kept, last_error AS why FROM outbox";
    expect(db.query(`${sent} WHERE recipient = 'aline@example.com' ORDER BY kind`).all()).toEqual([
      { kind: "code", state: "expired", kept: 0, why: null },
      {
        kind: "receipt",
        state: "failed",
        kept: 1,
        why: "a backup was restored, so it may already have been sent",
      },
    ]);
    expect(db.query("SELECT action FROM audit_log ORDER BY number DESC LIMIT 1").get()).toEqual({
      action: "backup.restored",
    });
    db.close();
  });

  test("keeps the previous content of the folder when it is restored", async () => {
    await makeBackup(server.folder, at("one.tar.zst"), "0.1.0");
    await restore(at("one.tar.zst"));
    writeFileSync(at("new/uploads/mine"), "of before");
    const { oldFolder } = await restore(at("one.tar.zst"));
    expect(readdirSync(oldFolder ?? "").toSorted()).toEqual(["livery.sqlite", "secret", "uploads"]);
    expect(readFileSync(join(oldFolder ?? "", "uploads/mine"), "utf8")).toBe("of before");
    expect(readdirSync(at("new/uploads"))).toEqual([]);
  });

  test("can be tested without being restored", async () => {
    await makeBackup(server.folder, at("one.tar.zst"), "0.1.0");
    expect(await testBackupRestore(at("one.tar.zst"), server.folder, START)).toMatchObject({
      format: "livery-backup",
    });
    expect(readdirSync(join(server.folder, "backups"))).toEqual([]);
  });

  test("is refused over an existing file, into a missing folder or without data", async () => {
    writeFileSync(at("one"), "precious");
    expect(await refusal(makeBackup(server.folder, at("one"), "0.1.0"))).toContain(
      "already exists",
    );
    expect(await refusal(makeBackup(server.folder, at("no/one"), "0.1.0"))).toContain(
      "There is no folder",
    );
    expect(await refusal(makeBackup(place, at("two"), "0.1.0"))).toContain("nothing to back up");
    expect(readFileSync(at("one"), "utf8")).toBe("precious");
  });

  test("is refused if an upload is missing, and names the command that finds it", async () => {
    const id = await upload("gone");
    rmSync(join(server.folder, "uploads", id));
    expect(await refusal(makeBackup(server.folder, at("one"), "0.1.0"))).toContain("livery check");
    expect(readdirSync(place)).toEqual([]);
    expect(readdirSync(join(server.folder, "backups"))).toEqual([]);
  });
});

describe("restoring a file that is not a complete backup", () => {
  /** Tries to restore over a folder that is not empty. Returns the error, and checks that the folder is unchanged. */
  async function refusalOf(file: string): Promise<string> {
    await makeBackup(server.folder, at("good.tar.zst"), "0.1.0");
    await restore(at("good.tar.zst"));
    const list = () => readdirSync(at("new")).toSorted();
    const before = list();
    const words = await refusal(restore(file));
    expect(list()).toEqual(before);
    expect(await refusal(testBackupRestore(file, server.folder, START))).toBe(words);
    return words.replace(file, "FILE");
  }
  /** Writes a file in the backup format, with entries that the test makes up. */
  async function writeArchive(entries: Record<string, string | Buffer>): Promise<string> {
    const tar = pack();
    for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
    tar.finalize();
    const chunks: Uint8Array[] = [];
    for await (const chunk of tar.pipe(createZstdCompress())) chunks.push(chunk as Uint8Array);
    writeFileSync(at("made.tar.zst"), Buffer.concat(chunks));
    return at("made.tar.zst");
  }
  const head = (more: object = {}) =>
    JSON.stringify({
      format: "livery-backup",
      formatVersion: 1,
      livery: "0.1.0",
      madeAt: "2026-11-20T08:00:00.000Z",
      migrations: 1,
      ...more,
    });

  /** Returns the database that a statement creates. */
  function serializeDatabase(sql: string): Buffer {
    using database = new Database(":memory:");
    database.run(sql);
    return database.serialize();
  }

  test("refuses a missing file", async () => {
    expect(await refusalOf(at("none"))).toBe("There is no file FILE.");
  });
  test("refuses any other file", async () => {
    writeFileSync(at("text"), "Dear diary");
    expect(await refusalOf(at("text"))).toBe("FILE is not a backup made by Livery.");
    writeFileSync(at("empty"), "");
    expect(await refusal(restore(at("empty")))).toContain("is not a backup made by Livery.");
  });
  test("refuses an archive of something else", async () => {
    expect(await refusalOf(await writeArchive({ "index.html": "<p>" }))).toBe(
      "FILE is not a backup made by Livery.",
    );
  });
  test("refuses a backup that is cut short anywhere", async () => {
    await upload("x".repeat(200_000));
    await makeBackup(server.folder, at("cut"), "0.1.0");
    const { size } = statSync(at("cut"));
    for (const part of [0.9, 0.5, 0.1]) {
      truncateSync(at("cut"), Math.floor(size * part));
      expect(await refusal(restore(at("cut")))).toMatch(/damaged or incomplete|is not a backup/);
    }
    expect(existsSync(at("new/livery.sqlite"))).toBe(false);
  });
  test("refuses a backup with a changed byte", async () => {
    const id = await upload("a scanned passport");
    await makeBackup(server.folder, at("good"), "0.1.0");
    const bytes = zstdDecompressSync(readFileSync(at("good")));
    const where = bytes.indexOf("a scanned passport");
    bytes[where] = "A".charCodeAt(0);
    writeFileSync(at("bad"), Bun.zstdCompressSync(bytes));
    expect(await refusalOf(at("bad"))).toBe(`FILE is damaged: uploads/${id} has been altered.`);
  });
  test.each([
    ["rubbish after the SQLite header", Buffer.from(`SQLite format 3\0${"x".repeat(5_000)}`)],
    ["the database of another program", serializeDatabase("CREATE TABLE files (id)")],
  ])(
    "refuses a backup with right checksums if its database is invalid: %s",
    async (_, database) => {
      const parts = { "livery.sqlite": database, secret: "0".repeat(64) };
      const checksums = Object.entries(parts).map(([name, content]) => [
        name,
        {
          bytes: content.length,
          sha256: new Bun.CryptoHasher("sha256").update(content).digest("hex"),
        },
      ]);
      const file = await writeArchive({
        "livery-backup.json": head(),
        ...parts,
        "checksums.json": JSON.stringify(Object.fromEntries(checksums)),
      });
      expect(await refusalOf(file)).toMatch(/^The database in the backup cannot be used: /);
    },
  );
  test("refuses a backup with names that lead out of the folder", async () => {
    const file = await writeArchive({ "livery-backup.json": head(), "uploads/../../../evil": "x" });
    expect(await refusalOf(file)).toBe("FILE is not a backup made by Livery.");
    expect(existsSync(join(place, "../evil"))).toBe(false);
    expect(
      ["../secret", "/etc/passwd", "uploads/../secret", "uploads/x", "livery.sqlite-wal"].filter(
        isEntryName,
      ),
    ).toEqual([]);
  });
  test("refuses a backup of a newer Livery", async () => {
    expect(
      await refusalOf(await writeArchive({ "livery-backup.json": head({ migrations: 9_999 }) })),
    ).toContain("which is newer than this one");
  });
  test("refuses a backup without its end", async () => {
    expect(await refusalOf(await writeArchive({ "livery-backup.json": head() }))).toBe(
      "FILE is incomplete: its end is missing.",
    );
  });

  /** 32 MB that compress to a kilobyte. */
  const oversizedContent = Buffer.alloc(32 * 1024 * 1024);
  const nameOf = (n: number) => `uploads/00000000-0000-4000-8000-00000000000${n}`;
  const oversizedParts = {
    "livery-backup.json": head(),
    [nameOf(1)]: oversizedContent,
    [nameOf(2)]: oversizedContent,
  };
  const reported = (bytes: number) => ({ bytes, sha256: "0".repeat(64) });
  test.each([
    ["without its checksums", {}, "incomplete: its end is missing"],
    [
      "whose checksums give a smaller size",
      { [nameOf(1)]: reported(oversizedContent.length), [nameOf(2)]: reported(1_000) },
      "has been altered",
    ],
    [
      "whose checksums leave out a file",
      { [nameOf(1)]: reported(oversizedContent.length) },
      "is missing",
    ],
    [
      "whose checksums list none of its uploads",
      { "livery.sqlite": reported(1), secret: reported(1) },
      "has been altered",
    ],
  ])(
    "refuses a backup that would unpack to much more, %s, and unpacks nothing",
    async (_, end, words) => {
      const hasEndEntry = Object.keys(end).length > 0;
      const file = await writeArchive({
        ...oversizedParts,
        ...(hasEndEntry && { "checksums.json": JSON.stringify(end) }),
      });
      expect(statSync(file).size).toBeLessThan(10_000);
      expect(await refusalOf(file)).toContain(words);
      expect(await refusal(unpackBackup(file, at("unpacked")))).toContain(words);
      expect(existsSync(at("unpacked"))).toBe(false);
    },
  );
  test("refuses a backup larger than the free disk space before it reads to the end", async () => {
    const tar = pack();
    tar.entry({ name: "livery-backup.json" }, head());
    tar.entry({ name: "livery.sqlite", size: 2 ** 50 }).write("SQLite format 3");
    const chunks: Uint8Array[] = [];
    tar.on("data", (chunk) => chunks.push(chunk as Uint8Array));
    while (Buffer.concat(chunks).length < 3 * 512) await Bun.sleep(5);
    writeFileSync(at("huge"), Bun.zstdCompressSync(Buffer.concat(chunks)));
    expect(await refusal(unpackBackup(at("huge"), at("unpacked")))).toMatch(
      /^There is not enough room in .*: \d+ MB needed, \d+ MB free\.$/,
    );
    expect(existsSync(at("unpacked"))).toBe(false);
  });
});

describe("the check of all data", () => {
  const faults = async () =>
    (await runAllChecks(server.deps.config, START)).flatMap(({ checkedPart, faults: found }) =>
      found.map((text) => `${checkedPart}: ${text}`),
    );

  test("finds no fault in sound data", async () => {
    await upload("fine");
    expect(await faults()).toEqual([]);
  });
  test("names files without a row and rows without a file", async () => {
    const id = await upload("gone");
    rmSync(join(server.folder, "uploads", id));
    const orphanedFile = join(server.folder, "uploads/stray");
    writeFileSync(orphanedFile, "nobody's");
    Bun.spawnSync(["touch", "-d", "@1", orphanedFile]);
    expect(await faults()).toEqual([
      `Uploads: Files that are missing or have the wrong size: ${id}.`,
      "Uploads: Files that the database does not list: stray.",
    ]);
  });
  test("finds an altered audit log, references to missing rows and a clock that was set back", async () => {
    const db = server.deps.db.$client;
    db.run("PRAGMA foreign_keys = OFF");
    db.run(
      "INSERT INTO admin_recovery_codes (id, admin_id, code_hash, created_at) VALUES ('a', 'nobody', 'x', 1)",
    );
    db.run("PRAGMA foreign_keys = ON");
    expect(await faults()).toEqual([
      "Database: These tables refer to rows that do not exist (1 reference): admin_recovery_codes.",
    ]);
    db.run("DELETE FROM admin_recovery_codes");
    await makeBackup(server.folder, at("one"), "0.1.0");
    await restore(at("one"));
    const config = { ...server.deps.config, dataDir: at("new") };
    const findingsBeforeStart = await runAllChecks(config, START - 86_400_000);
    expect(findingsBeforeStart.flatMap(({ faults: found }) => found)).toEqual([
      "The clock was set back. The audit log has later times.",
    ]);
    const restored = new Database(at("new/livery.sqlite"));
    const triggers = restored
      .query<{ name: string }, []>(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'",
      )
      .all();
    for (const { name } of triggers) restored.run(`DROP TRIGGER ${name}`);
    restored.run("UPDATE audit_log SET summary = 'Nothing at all'");
    restored.close();
    const findingsAfterTampering = await runAllChecks(config, START);
    expect(findingsAfterTampering.flatMap(({ faults: found }) => found)).toEqual([
      "The audit log breaks at row 1: an entry was altered or deleted.",
    ]);
  });
  test("explains what to do if the database is missing or unreadable", async () => {
    const { config } = server.deps;
    expect(await runAllChecks({ ...config, dataDir: place }, START)).toEqual([
      { checkedPart: "Data folder", faults: [`There is no database in ${place}.`] },
    ]);
    writeFileSync(at("livery.sqlite"), "x".repeat(8_192));
    writeFileSync(at("secret"), "x".repeat(32), { mode: 0o644 });
    const found = await runAllChecks({ ...config, dataDir: place }, START);
    expect(found.flatMap(({ faults: texts }) => texts).join(" ")).toMatch(
      /chmod 600.*Restore a backup/,
    );
  });
  test("names each provider that it cannot reach", async () => {
    const unreachableUrl = "http://127.0.0.1:9";
    const found = await runAllChecks(
      {
        ...server.deps.config,
        smtp: { url: "smtp://127.0.0.1:9", from: "car@example.com" },
        geocoderUrl: unreachableUrl,
      },
      START,
    );
    expect(
      found.filter(({ faults: texts }) => texts.length > 0).map(({ checkedPart }) => checkedPart),
    ).toEqual(["Mail", "Geocoder"]);
  });
});

describe("the nightly backup", () => {
  test("is due once a day, after two at night or later if the server was off", () => {
    expect(isBackupDue("2026-11-20T01:59", [])).toBe(false);
    expect(isBackupDue("2026-11-20T02:00", ["livery-2026-11-19.tar.zst"])).toBe(true);
    expect(isBackupDue("2026-11-20T15:00", ["livery-2026-11-18.tar.zst", "mine.tar"])).toBe(true);
    expect(isBackupDue("2026-11-20T15:00", ["livery-2026-11-20.tar.zst"])).toBe(false);
  });
  test("deletes the oldest backups, but never other files", () => {
    const names = [
      "livery-2026-11-19.tar.zst",
      "mine.tar.zst",
      "livery-2026-11-20.tar.zst",
      "livery-2026-11-18.tar.zst",
    ];
    expect(outdatedBackupNames(names, 2)).toEqual(["livery-2026-11-18.tar.zst"]);
    expect(outdatedBackupNames(names, 9)).toEqual([]);
    expect(dayOf("livery-2026-11-19.tar.zst.part")).toBeNull();
  });
  test("is made by a separate process, and the oldest one is deleted", async () => {
    const folder = join(server.folder, "backups");
    Bun.spawnSync(["mkdir", "-p", folder]);
    for (const day of ["17", "18", "19"])
      writeFileSync(join(folder, `livery-2026-11-${day}.tar.zst`), "");
    const deps = { ...server.deps, config: { ...server.deps.config, backupKeep: 2 } };
    expect(await backUpNightly(deps)).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual([
      "livery-2026-11-19.tar.zst",
      "livery-2026-11-20.tar.zst",
    ]);
    const made = join(folder, "livery-2026-11-20.tar.zst");
    expect(await testBackupRestore(made, server.folder, START)).toMatchObject({ formatVersion: 1 });
    expect(await backUpNightly(deps)).toBe(false);
  });
  test("removes the remains of a killed backup, but not a backup in progress", async () => {
    const folder = join(server.folder, "backups");
    Bun.spawnSync(["mkdir", "-p", join(folder, ".old/uploads"), join(folder, ".young/uploads")]);
    writeFileSync(join(folder, ".old.part"), "half");
    Bun.spawnSync(["touch", "-d", "2 days ago", join(folder, ".old"), join(folder, ".old.part")]);
    await makeBackup(server.folder, at("one"), "0.1.0");
    expect(readdirSync(folder)).toEqual([".young"]);
  });
  test("ignores a hidden file that a parallel backup has just deleted", async () => {
    const folder = join(server.folder, "backups");
    Bun.spawnSync(["mkdir", "-p", folder]);
    // A broken link is listed, but has no size or time, like a file that is deleted after the listing.
    symlinkSync("deleted", join(folder, ".other.part"));
    await makeBackup(server.folder, at("one"), "0.1.0");
    expect(existsSync(at("one"))).toBe(true);
  });
  test("reports what prevents it and keeps the old backups", async () => {
    const folder = join(server.folder, "backups");
    Bun.spawnSync(["mkdir", "-p", folder]);
    writeFileSync(join(folder, "livery-2026-11-19.tar.zst"), "");
    const id = await upload("gone");
    rmSync(join(server.folder, "uploads", id));
    const deps = { ...server.deps, config: { ...server.deps.config, backupKeep: 1 } };
    expect(await refusal(backUpNightly(deps))).toContain("livery check");
    expect(readdirSync(folder)).toEqual(["livery-2026-11-19.tar.zst"]);
  });
  test("is skipped if backups are off or the day already has one", async () => {
    const folder = join(server.folder, "backups");
    Bun.spawnSync(["mkdir", "-p", folder]);
    writeFileSync(join(folder, "livery-2026-11-20.tar.zst"), "");
    expect(await backUpNightly(server.deps)).toBe(false);
    renameSync(
      join(folder, "livery-2026-11-20.tar.zst"),
      join(folder, "livery-2026-11-19.tar.zst"),
    );
    const off = { ...server.deps, config: { ...server.deps.config, backupKeep: 0 } };
    expect(await backUpNightly(off)).toBe(false);
  });
});
