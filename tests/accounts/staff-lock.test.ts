import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { sessions } from "../../db/schema/accounts";
import type { LiveEvent } from "../../src/live-events";
import { hashToken } from "../../src/process/keys";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { PASSWORD, signInAdmin } from "../support/staff";

const MINUTE = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const isLocked = async (browser: Browser) =>
  ((await (await browser.get("/admin/profile")).json()) as { isLocked: boolean }).isLocked;

function sessionOf(browser: Browser) {
  const token = browser.cookies.get("livery_admin") ?? "";
  return server.deps.db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)))
    .get();
}

describe("a locked session", () => {
  test("answers 423 to every admin call except profile, lock, unlock and logout", async () => {
    const browser = await signInAdmin(server);
    expect((await browser.post("/admin/lock")).status).toBe(200);
    const open = new Set(["profile", "lock", "unlock", "logout", "login", "setup", "password"]);
    const checkedCalls: string[] = [];
    for (const route of server.app.routes) {
      if (!route.path.startsWith("/backend/admin/") || route.method === "ALL") continue;
      const path = route.path.slice("/backend".length).replace(/:[^/]+/g, "x");
      if (
        open.has(path.slice("/admin/".length)) ||
        checkedCalls.includes(`${route.method} ${path}`)
      )
        continue;
      checkedCalls.push(`${route.method} ${path}`);
      const json = route.method === "GET" ? {} : { json: {} };
      const answer = await browser.request(path, { method: route.method, ...json });
      expect([checkedCalls.at(-1), answer.status]).toEqual([checkedCalls.at(-1), 423]);
      expect(await answer.json()).toMatchObject({ code: "admin.locked" });
    }
    expect(checkedCalls).toContain("PUT /admin/edit-profile");
    expect(await isLocked(browser)).toBe(true);
    expect((await browser.post("/admin/lock")).status).toBe(200);
    expect((await browser.post("/admin/unlock", { password: PASSWORD })).status).toBe(200);
    expect(await isLocked(browser)).toBe(false);
  });

  test("publishes the end of its session for its event streams", async () => {
    const browser = await signInAdmin(server);
    const events: LiveEvent[] = [];
    const stop = server.deps.bus.subscribe((event) => events.push(event));
    await browser.post("/admin/lock");
    stop();
    expect(events).toEqual([{ type: "session_ended", sessionIds: [sessionOf(browser)?.id ?? ""] }]);
  });

  test("ends its open stream within a second and refuses a new one", async () => {
    const browser = await signInAdmin(server);
    const stream = await browser.get("/admin/events");
    expect(stream.headers.get("content-type")).toStartWith("text/event-stream");
    const whole = stream.text();
    await browser.post("/admin/lock");
    const isEnded = await Promise.race([whole.then(() => true), Bun.sleep(1_000)]);
    expect(isEnded).toBe(true);
    expect((await browser.get("/admin/events")).status).toBe(423);
  });

  test("can be ended by signing out", async () => {
    const browser = await signInAdmin(server);
    await browser.post("/admin/lock");
    expect((await browser.post("/admin/logout")).status).toBe(200);
    expect((await browser.get("/admin/profile")).status).toBe(401);
  });

  test("leaves the other sessions of the account open", async () => {
    const one = await signInAdmin(server, { email: "two.browsers@example.com" });
    const two = server.browser();
    await two.post("/admin/login", { email: one.admin.email, password: PASSWORD });
    await one.post("/admin/lock");
    expect(await isLocked(two)).toBe(false);
  });
});

describe("unlocking a session", () => {
  test("without a password gets a 400 and counts as no attempt", async () => {
    const browser = await signInAdmin(server);
    await browser.post("/admin/lock");
    const answer = await browser.post("/admin/unlock", { password: "" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      message: "Password is required",
      code: "admin.password_required",
      fields: { password: "Password is required" },
    });
    expect((await browser.post("/admin/unlock", {})).status).toBe(400);
    expect(sessionOf(browser)?.failedUnlocks).toBe(0);
  });

  test("with a wrong password gets a 401, and the fifth attempt ends the session", async () => {
    const browser = await signInAdmin(server);
    await browser.post("/admin/lock");
    const id = sessionOf(browser)?.id ?? "";
    const ended: string[] = [];
    const stop = server.deps.bus.subscribe((event) => {
      if (event.type === "session_ended") ended.push(...event.sessionIds);
    });
    for (let i = 0; i < 5; i++) {
      const answer = await browser.post("/admin/unlock", { password: "wrong password" });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({
        message: "Invalid password",
        code: "admin.wrong_password",
      });
    }
    stop();
    expect(ended).toEqual([id]);
    expect((await browser.post("/admin/unlock", { password: PASSWORD })).status).toBe(401);
    expect((await browser.get("/admin/profile")).status).toBe(401);
  });

  test("with the right password resets the count of attempts", async () => {
    const browser = await signInAdmin(server);
    for (let round = 0; round < 2; round++) {
      await browser.post("/admin/lock");
      for (let i = 0; i < 4; i++)
        await browser.post("/admin/unlock", { password: "wrong password" });
      expect((await browser.post("/admin/unlock", { password: PASSWORD })).status).toBe(200);
    }
    expect(sessionOf(browser)?.failedUnlocks).toBe(0);
  });

  test("compares only five of 500 passwords sent at once and ends the session", async () => {
    const browser = await signInAdmin(server);
    await browser.post("/admin/lock");
    const verify = spyOn(Bun.password, "verify");
    try {
      const answers = await Promise.all(
        Array.from({ length: 500 }, () =>
          browser.post("/admin/unlock", { password: "wrong password" }),
        ),
      );
      expect(verify).toHaveBeenCalledTimes(5);
      expect(answers.every((answer) => answer.status === 401)).toBe(true);
    } finally {
      verify.mockRestore();
    }
    expect((await browser.get("/admin/profile")).status).toBe(401);
  });

  test("compares no password if the session is open", async () => {
    const browser = await signInAdmin(server);
    const verify = spyOn(Bun.password, "verify");
    try {
      expect((await browser.post("/admin/unlock", { password: "guess" })).status).toBe(200);
      expect(verify).not.toHaveBeenCalled();
    } finally {
      verify.mockRestore();
    }
  });
});

describe("an idle session", () => {
  test("locks after 20 minutes, and reading the profile does not unlock it", async () => {
    const browser = await signInAdmin(server);
    server.advance(19 * MINUTE);
    expect(await isLocked(browser)).toBe(false);
    server.advance(20 * MINUTE);
    expect((await browser.put("/admin/edit-profile", { firstName: "Eve" })).status).toBe(423);
    expect(await isLocked(browser)).toBe(true);
    server.advance(MINUTE);
    expect(await isLocked(browser)).toBe(true);
    expect((await browser.put("/admin/edit-profile", { firstName: "Eve" })).status).toBe(423);
    expect((await browser.post("/admin/lock")).status).toBe(200);
    expect((await browser.post("/admin/unlock", { password: "wrong password" })).status).toBe(401);
    expect((await browser.post("/admin/unlock", { password: PASSWORD })).status).toBe(200);
    expect(await isLocked(browser)).toBe(false);
    server.advance(19 * MINUTE);
    expect(await isLocked(browser)).toBe(false);
  });

  test("locks although a page refreshes automatically", async () => {
    const browser = await signInAdmin(server);
    for (let minute = 0; minute < 20; minute++) {
      server.advance(MINUTE);
      await browser.get("/admin/profile", { "livery-unattended": "1" });
      const stream = await browser.get("/admin/events", { accept: "text/event-stream" });
      await stream.body?.cancel();
    }
    expect(await isLocked(browser)).toBe(true);
  });

  test("ends after five wrong passwords", async () => {
    const browser = await signInAdmin(server);
    server.advance(21 * MINUTE);
    for (let i = 0; i < 5; i++) await browser.post("/admin/unlock", { password: "wrong password" });
    expect((await browser.get("/admin/profile")).status).toBe(401);
  });
});
