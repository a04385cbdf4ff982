/**
 * Root works in the server's folder: the files that root leaves belong to the server afterwards, and no other file
 * changes its owner.
 */
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../db/open";
import { changeOwnerToFolder, notOpenedMessage } from "../../src/process/folder-owner";

const SERVER_USER_ID = 64_321;
const OTHER_USER_ID = 64_322;
const isRoot = process.getuid?.() === 0;

let around: string;
let folder: string;
beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), "livery-owner-"));
  folder = join(around, "data");
  mkdirSync(join(folder, "uploads"), { recursive: true });
});
afterEach(() => rmSync(around, { recursive: true, force: true }));

const ownerOf = (path: string) => lstatSync(path).uid;

test.if(isRoot)(
  "changeOwnerToFolder gives root's new files to the server's user, and no others",
  () => {
    chownSync(folder, SERVER_USER_ID, SERVER_USER_ID);
    for (const name of ["secret", "uploads/one", "uploads/others"])
      writeFileSync(join(folder, name), "x");
    chmodSync(join(folder, "secret"), 0o600);
    chownSync(join(folder, "uploads/others"), OTHER_USER_ID, OTHER_USER_ID);
    // A link that leads elsewhere, and a second name of a file outside the folder.
    writeFileSync(join(around, "shadow"), "x");
    linkSync(join(around, "shadow"), join(folder, "named-twice"));
    mkdirSync(join(around, "etc"));
    writeFileSync(join(around, "etc/passwd"), "x");
    symlinkSync(join(around, "etc"), join(folder, "linked"));

    changeOwnerToFolder(folder);

    for (const name of ["secret", "uploads", "uploads/one"])
      expect(lstatSync(join(folder, name))).toMatchObject({
        uid: SERVER_USER_ID,
        gid: SERVER_USER_ID,
      });
    expect(lstatSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
    expect(ownerOf(join(folder, "uploads/others"))).toBe(OTHER_USER_ID);
    expect(ownerOf(join(around, "shadow"))).toBe(0);
    expect(ownerOf(join(around, "etc"))).toBe(0);
    expect(ownerOf(join(around, "etc/passwd"))).toBe(0);
  },
);

test.if(isRoot)("changeOwnerToFolder keeps the lock of an open database", () => {
  const path = join(folder, "livery.sqlite");
  const open = openDatabase(path);
  open.$client.run("CREATE TABLE bookings (id INTEGER)");
  chownSync(folder, SERVER_USER_ID, SERVER_USER_ID);
  changeOwnerToFolder(folder);
  // The last process that closes the database writes its log back and deletes it.
  const other = Bun.spawnSync([
    process.execPath,
    "-e",
    `const { Database } = require("bun:sqlite");
     const database = new Database(${JSON.stringify(path)});
     database.query("SELECT count(*) FROM bookings").get();
     database.close();`,
  ]);
  expect(other.exitCode).toBe(0);
  expect(lstatSync(`${path}-wal`).size).toBeGreaterThan(0);
  open.$client.close();
});

test("changeOwnerToFolder leaves the user's own folder unchanged and accepts a missing one", () => {
  writeFileSync(join(folder, "secret"), "x");
  changeOwnerToFolder(folder);
  expect(ownerOf(join(folder, "secret"))).toBe(process.getuid?.() ?? 0);
  changeOwnerToFolder(join(around, "nowhere"));
});

test("notOpenedMessage explains permission errors and no others", () => {
  const permissionError = Object.assign(new Error("permission denied"), { code: "EACCES" });
  const openError = Object.assign(new Error("unable to open database file"), {
    code: "SQLITE_CANTOPEN",
  });
  for (const error of [permissionError, openError])
    expect(notOpenedMessage(error, "/data")).toContain(
      "Everything in DATA_DIR must belong to the user",
    );
  expect(notOpenedMessage(new Error("no"), "/data")).toBeNull();
  expect(
    notOpenedMessage(Object.assign(new Error("no"), { code: "SQLITE_CORRUPT" }), "/data"),
  ).toBeNull();
});
