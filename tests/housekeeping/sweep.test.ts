import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  codeGuesses,
  codeSends,
  codes,
  devices,
  loginFailures,
  providerAttempts,
  riderSignIns,
  sessions,
} from "../../db/schema/accounts";
import { outbox } from "../../db/schema/notifications";
import { deleteFutureCodes } from "../../src/accounts/sweep-actions";
import { startHousekeeping, sweepExpiredRecords } from "../../src/process/housekeeping";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { png } from "../support/pictures";
import { lastMessage, signInRider } from "../support/sign-in";

const DAY = 86_400_000;

let server: TestServer;
let browser: Browser;
beforeEach(async () => {
  server = await createTestServer();
  ({ browser } = await signInRider(server));
  server.advance(60_000);
  const stranger = server.browser();
  await stranger.post("/auth/send-otp", { identifier: "rider@example.com" });
  const { code } = lastMessage(server, "rider@example.com");
  await stranger.post("/auth/verify-otp", {
    identifier: "rider@example.com",
    otp: code === "0000" ? "0001" : "0000",
  });
  await server.deps.write((tx) =>
    tx
      .insert(loginFailures)
      .values({ id: "1", email: "a@example.com", device: "d", createdAt: server.deps.now() })
      .run(),
  );
});
afterEach(() => server.close());

const count = (table: Parameters<ReturnType<TestServer["deps"]["db"]["select"]>["from"]>[0]) =>
  server.deps.db.select().from(table).all().length;

test("the sweep deletes nothing before its time", async () => {
  await sweepExpiredRecords(server.deps);
  expect([count(codes), count(codeSends), count(codeGuesses), count(loginFailures)]).toEqual([
    2, 2, 1, 1,
  ]);
  expect([count(sessions), count(devices), count(outbox)]).toEqual([1, 1, 2]);
});

test("the sweep deletes codes and sends after a day, wrong guesses after six", async () => {
  server.advance(DAY + 60_001);
  await sweepExpiredRecords(server.deps);
  expect([count(codes), count(codeSends), count(codeGuesses), count(loginFailures)]).toEqual([
    0, 0, 1, 0,
  ]);
  server.advance(5 * DAY);
  await sweepExpiredRecords(server.deps);
  expect(count(codeGuesses)).toBe(0);
  expect(count(sessions)).toBe(1);
});

test("the sweep deletes provider sign-in attempts when they expire, and sign-ins after 30 days", async () => {
  const now = server.deps.now();
  await server.deps.write((tx) =>
    tx
      .insert(providerAttempts)
      .values({
        id: "1",
        stateHash: "s",
        provider: "google",
        browserHash: "b",
        createdAt: now,
        expiresAt: now + 600_000,
      })
      .run(),
  );
  await sweepExpiredRecords(server.deps);
  await server.deps.write((tx) => deleteFutureCodes(tx, now));
  expect([count(providerAttempts), count(riderSignIns)]).toEqual([1, 1]);
  await server.deps.write((tx) => deleteFutureCodes(tx, now - 1));
  expect(count(providerAttempts)).toBe(0);
  await server.deps.write((tx) =>
    tx
      .insert(providerAttempts)
      .values({
        id: "2",
        stateHash: "s",
        provider: "apple",
        browserHash: "b",
        createdAt: now,
        expiresAt: now + 600_000,
      })
      .run(),
  );
  server.advance(600_000);
  await sweepExpiredRecords(server.deps);
  expect([count(providerAttempts), count(riderSignIns)]).toEqual([0, 1]);
  server.advance(30 * DAY);
  await sweepExpiredRecords(server.deps);
  expect(count(riderSignIns)).toBe(0);
});

test("the sweep deletes messages and sessions' IP addresses after 30 days, sessions on expiry", async () => {
  server.advance(30 * DAY + 60_001);
  await sweepExpiredRecords(server.deps);
  expect(count(outbox)).toBe(0);
  expect(server.deps.db.select().from(sessions).all()).toMatchObject([{ address: "" }]);
  expect((await browser.get("/auth/current-user")).status).toBe(200);
  server.advance(60 * DAY);
  await sweepExpiredRecords(server.deps);
  expect(count(sessions)).toBe(0);
});

test("the server deletes codes from the future within a minute of the clock being set back", async () => {
  const requester = server.browser("198.51.100.1");
  await requester.post("/auth/send-otp", { identifier: "other@example.com" });
  const { code } = lastMessage(server, "other@example.com");
  server.advance(-3_600_000);
  const housekeeping = startHousekeeping(server.deps);
  await server.deps.write(() => {});
  housekeeping.stop();
  server.advance(3_600_000);
  const late = await requester.post("/auth/verify-otp", {
    identifier: "other@example.com",
    otp: code,
  });
  expect(late.status).toBe(401);
});

test("a failure of the check of codes and failed sign-ins is logged as such", async () => {
  const { deps } = server;
  const errors: unknown[] = [];
  const log = Object.create(deps.log, { error: { value: (text: unknown) => errors.push(text) } });
  let hasFailed = false;
  const write: typeof deps.write = (work) => {
    if (hasFailed) return deps.write(work);
    hasFailed = true;
    return Promise.reject(new Error("The disk is full"));
  };
  startHousekeeping({ ...deps, log, write }).stop();
  await deps.write(() => {});
  expect(errors).toEqual(["Codes and failed sign-ins could not be checked: {error}"]);
});

test("the sweep deletes files without a database row after an hour", async () => {
  const form = new FormData();
  form.append("profilePic", new Blob([new Uint8Array(png(8, 8))]), "x.png");
  await browser.request("/users/update-profile", { method: "PUT", form });
  const folder = join(server.folder, "uploads");
  mkdirSync(folder, { recursive: true });
  const [kept = ""] = readdirSync(folder);
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ["orphan", "cut.part", "fresh.part"]) {
    writeFileSync(join(folder, name), "x");
    if (name !== "fresh.part") utimesSync(join(folder, name), old, old);
  }
  utimesSync(join(folder, kept), old, old);
  await sweepExpiredRecords(server.deps);
  expect(readdirSync(folder).sort()).toEqual([kept, "fresh.part"].sort());
});
