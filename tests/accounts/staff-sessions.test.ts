/** Where staff are signed in, and how they end a session. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import type { SignedInDevices } from "../../src/accounts/contract";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { createAdmin, PASSWORD, signInAdmin } from "../support/staff";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
});
afterAll(() => server.close());

async function signInAgain(email: string): Promise<Browser> {
  const browser = server.browser();
  await browser.post("/admin/login", { email, password: PASSWORD });
  return browser;
}
const list = async (browser: Browser, path = "/admin/sessions") =>
  ((await (await browser.get(path)).json()) as SignedInDevices).sessions;
const end = (browser: Browser, path: string) => browser.request(path, { method: "DELETE" });
const isSignedIn = async (browser: Browser) => (await browser.get("/admin/profile")).status === 200;

test("staff list their sessions and end another one, with its event streams", async () => {
  const here = await signInAdmin(server, { role: "accountant" });
  const there = await signInAgain(here.admin.email);
  const sessions = await list(here);
  expect(sessions.map(({ current }) => current).toSorted()).toEqual([false, true]);
  const stream = await there.get("/admin/events");
  expect(stream.status).toBe(200);
  const other = sessions.find(({ current }) => !current);
  const endedAnswer = await end(here, `/admin/sessions/${other?.id}`);
  expect(endedAnswer.status).toBe(200);
  const requestedAt = Date.now();
  await stream.text();
  expect(Date.now() - requestedAt).toBeLessThan(1_000);
  expect([await isSignedIn(there), await isSignedIn(here)]).toEqual([false, true]);
  expect((await end(here, `/admin/sessions/${other?.id}`)).status).toBe(404);
  expect(eventsFor(here.admin.id)).toEqual([[here.admin.id, "Ended one of their own sessions"]]);
});

test("staff end all their other sessions, and those browsers are no longer known", async () => {
  const here = await signInAdmin(server);
  const others = await Promise.all([signInAgain(here.admin.email), signInAgain(here.admin.email)]);
  expect((await end(here, "/admin/sessions")).status).toBe(200);
  expect(await Promise.all([here, ...others].map(isSignedIn))).toEqual([true, false, false]);
  const known = server.deps.db.$client
    .query<{ n: number }, [string]>("SELECT count(*) AS n FROM devices WHERE account_id = ?")
    .get(here.admin.id);
  expect(known?.n).toBe(1);
  expect(eventsFor(here.admin.id)).toEqual([[here.admin.id, "Ended their other sessions"]]);
});

test("ending the current session signs the member out", async () => {
  const here = await signInAdmin(server);
  const [session] = await list(here);
  expect((await end(here, `/admin/sessions/${session?.id}`)).status).toBe(200);
  expect(here.cookies.get("livery_admin")).toBeFalsy();
});

test("only an owner lists and ends the sessions of other staff", async () => {
  const owner = await signInAdmin(server);
  const desk = await signInAdmin(server, { role: "dispatcher" });
  const second = await signInAgain(desk.admin.email);
  const [own] = await list(owner);
  expect((await end(desk, `/admin/sessions/${own?.id}`)).status).toBe(404);
  expect((await end(desk, `/admin/staff/${owner.admin.id}/sessions`)).status).toBe(403);
  const path = `/admin/staff/${desk.admin.id}/sessions`;
  const theirs = await list(owner, path);
  expect(theirs.map(({ current }) => current)).toEqual([false, false]);
  expect((await end(owner, `${path}/${own?.id}`)).status).toBe(404);
  expect((await end(owner, `${path}/${theirs[0]?.id}`)).status).toBe(200);
  expect((await Promise.all([desk, second].map(isSignedIn))).filter(Boolean)).toHaveLength(1);
  expect((await end(owner, path)).status).toBe(200);
  expect(await Promise.all([owner, desk, second].map(isSignedIn))).toEqual([true, false, false]);
  expect(eventsFor(desk.admin.id)).toEqual([
    [owner.admin.id, "Ended a session of a member of staff"],
    [owner.admin.id, "Ended all sessions of a member of staff"],
  ]);
});

function eventsFor(adminId: string) {
  return server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, adminId))
    .all()
    .filter(({ action }) => action === "staff.session_ended")
    .map(({ actorId, summary }) => [actorId, summary]);
}

test("a member of staff who is not signed in has no sessions", async () => {
  const owner = await signInAdmin(server);
  const { id } = await createAdmin(server);
  expect(await list(owner, `/admin/staff/${id}/sessions`)).toEqual([]);
});
