/** How owners manage the people who work in dispatch. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import { admins } from "../../db/schema/accounts";
import { auditLog } from "../../db/schema/audit";
import { resetSecondFactorByEmail } from "../../src/accounts/staff/staff-access-actions";
import { inviteAdmin } from "../../src/accounts/staff/staff-invites";
import type {
  StaffInvitation,
  StaffList,
  StaffMember,
} from "../../src/accounts/staff/staff-contract";
import { turnOnSecondFactor } from "../support/second-factor";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { messagesTo } from "../support/sign-in";
import { createAdmin, PASSWORD, signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server, { email: "owner@example.com" });
});
afterEach(() => server.close());

const list = async () => (await (await owner.get("/admin/staff")).json()) as StaffList;
const memberOf = async (id: string) =>
  (await list()).staff.find((each) => each.id === id) as StaffMember;
const role = (by: Browser, id: string, to: string, version = 1) =>
  by.request(`/admin/staff/${id}/role`, { method: "PUT", json: { role: to, version } });
const off = (by: Browser, id: string, version = 1) =>
  by.post(`/admin/staff/${id}/deactivation`, { version });
const on = (by: Browser, id: string, version: number) =>
  by.request(`/admin/staff/${id}/deactivation`, { method: "DELETE", json: { version } });
const login = (email: string, password = PASSWORD) =>
  server.browser().post("/admin/login", { email, password });
const errorCodeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
const ask = (by: Browser, secondFactorRequired: boolean) =>
  by.request("/admin/settings/staff", { method: "PUT", json: { secondFactorRequired } });
const auditTextOf = (id: string) =>
  server.deps.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .all()
    .map(({ action }) => action);

describe("inviting staff", () => {
  test("sends a link by e-mail with which the new member chooses a password", async () => {
    const answer = await owner.post("/admin/staff", {
      email: " New@Example.com",
      role: "accountant",
    });
    expect(answer.status).toBe(201);
    const { member, link } = (await answer.json()) as StaffInvitation;
    expect(member).toMatchObject({
      email: "new@example.com",
      role: "accountant",
      state: "invited",
    });
    const [message] = messagesTo(server, "new@example.com");
    expect(message?.text).toContain(link);
    expect(message?.text).toContain("Ada Uwase");
    const token = new URL(link).searchParams.get("token");
    const passwordAnswer = await server
      .browser()
      .post("/admin/password", { token, password: PASSWORD });
    expect(passwordAnswer.status).toBe(200);
    expect((await login("new@example.com")).status).toBe(200);
    expect(await memberOf(member.id)).toMatchObject({ state: "active", sessions: 1 });
  });

  test("refuses a taken or invalid e-mail address on its field and sends nothing", async () => {
    const { id } = await createAdmin(server, { email: "there@example.com", role: "dispatcher" });
    for (const [email, status] of [
      ["there@example.com", 409],
      ["no address", 400],
    ] as const) {
      const answer = await owner.post("/admin/staff", { email, role: "owner" });
      expect(answer.status).toBe(status);
      expect(Object.keys(((await answer.json()) as { fields: object }).fields)).toEqual(["email"]);
    }
    expect((await memberOf(id)).role).toBe("dispatcher");
    expect(messagesTo(server, "there@example.com")).toEqual([]);
  });

  test("a new link voids the previous one, and the old password works until it is used", async () => {
    const { email, id } = await createAdmin(server, { role: "dispatcher" });
    const freshSession = async () =>
      ((await (await owner.post(`/admin/staff/${id}/invitation`)).json()) as StaffInvitation).link;
    const choose = async (link: string) =>
      server.browser().post("/admin/password", {
        token: new URL(link).searchParams.get("token"),
        password: "another fine password",
      });
    const first = await freshSession();
    const second = await freshSession();
    expect((await login(email)).status).toBe(200);
    expect((await choose(first)).status).toBe(401);
    expect((await choose(second)).status).toBe(200);
    expect((await login(email)).status).toBe(401);
    expect((await owner.post("/admin/staff/nobody/invitation")).status).toBe(404);
  });
});

describe("roles of staff", () => {
  test("a role change ends the member's sessions and is logged, and a stale one is refused", async () => {
    const desk = await signInAdmin(server, { role: "dispatcher" });
    const { id } = desk.admin;
    const changedAnswer = await role(owner, id, "accountant");
    expect(((await changedAnswer.json()) as { member: StaffMember }).member).toMatchObject({
      role: "accountant",
      version: 2,
    });
    expect((await desk.get("/admin/profile")).status).toBe(401);
    expect((await role(owner, id, "owner", 1)).status).toBe(409);
    expect((await memberOf(id)).role).toBe("accountant");
    expect(auditTextOf(id)).toContain("staff.role_changed");
  });

  test("the list of staff comes in pages, sorted by e-mail address", async () => {
    for (const name of ["a", "b", "c"]) await createAdmin(server, { email: `${name}@example.com` });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const answer = await owner.get(`/admin/staff?limit=2${cursor && `&cursor=${cursor}`}`);
      const page = (await answer.json()) as StaffList;
      seen.push(...page.staff.map(({ email }) => email));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(["a", "b", "c", "owner"].map((name) => `${name}@example.com`));
  });
});

describe("keeping at least one owner", () => {
  const owners = () =>
    server.deps.db
      .select()
      .from(admins)
      .where(and(eq(admins.role, "owner"), isNull(admins.deactivatedAt)))
      .all().length;

  test("the last owner can neither give up the role nor be deactivated", async () => {
    // An invited owner who cannot sign in yet does not count.
    await inviteAdmin(server.deps, "soon@example.com", "owner");
    for (const answer of [
      await role(owner, owner.admin.id, "dispatcher"),
      await off(owner, owner.admin.id),
    ])
      expect([answer.status, await errorCodeOf(answer)]).toEqual([409, "staff.last_owner"]);
    expect((await owner.get("/admin/staff")).status).toBe(200);
  });

  test("one owner remains if two demote or deactivate each other at once", async () => {
    for (const act of [off, (by: Browser, id: string) => role(by, id, "accountant")]) {
      const [one, two] = [await signInAdmin(server), await signInAdmin(server)];
      server.deps.db
        .update(admins)
        .set({ role: "dispatcher" })
        .where(eq(admins.id, owner.admin.id))
        .run();
      const answers = await Promise.all([act(one, two.admin.id), act(two, one.admin.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect(owners()).toBe(1);
      server.deps.db
        .update(admins)
        .set({ role: "accountant" })
        .where(eq(admins.role, "owner"))
        .run();
    }
  });

  test("one owner remains if two give up the role at once", async () => {
    const other = await signInAdmin(server);
    const answers = await Promise.all([
      role(owner, owner.admin.id, "dispatcher"),
      role(other, other.admin.id, "dispatcher"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(owners()).toBe(1);
  });
});

describe("deactivating staff", () => {
  test("ends sessions, streams and links, and a later sign-in fails like a wrong password", async () => {
    const desk = await signInAdmin(server, { role: "dispatcher" });
    const { id, email } = desk.admin;
    const link = await inviteAdmin(server.deps, email);
    const stream = await desk.get("/admin/events");
    expect(stream.status).toBe(200);
    const deactivationAnswer = await off(owner, id);
    expect(((await deactivationAnswer.json()) as { member: StaffMember }).member).toMatchObject({
      state: "off",
      sessions: 0,
    });
    const requestedAt = Date.now();
    await stream.text();
    expect(Date.now() - requestedAt).toBeLessThan(1_000);
    expect((await desk.get("/admin/profile")).status).toBe(401);
    const refusedAnswer = await login(email);
    expect([refusedAnswer.status, await errorCodeOf(refusedAnswer)]).toEqual([
      401,
      "admin.refused",
    ]);
    const token = new URL(link).searchParams.get("token");
    const passwordAnswer = await server
      .browser()
      .post("/admin/password", { token, password: PASSWORD });
    expect(passwordAnswer.status).toBe(401);
    const answer = await owner.post(`/admin/staff/${id}/invitation`);
    expect([answer.status, await errorCodeOf(answer)]).toEqual([409, "staff.off"]);

    expect((await on(owner, id, 1)).status).toBe(409);
    expect((await on(owner, id, 2)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
    expect(auditTextOf(id)).toContainValues(["staff.switched_off", "staff.switched_on"]);
  });

  test("a leftover session of a deactivated member gives no access", async () => {
    const desk = await signInAdmin(server, { role: "dispatcher" });
    server.deps.db
      .update(admins)
      .set({ deactivatedAt: 1 })
      .where(eq(admins.id, desk.admin.id))
      .run();
    expect((await desk.get("/admin/profile")).status).toBe(401);
  });
});

describe("second factors of other staff", () => {
  test("a reset ends the member's sessions, notifies them and lets the password alone sign in", async () => {
    const desk = await signInAdmin(server, { role: "dispatcher" });
    const path = `/admin/staff/${desk.admin.id}/second-factor`;
    const reset = () => owner.request(path, { method: "DELETE" });
    expect(await errorCodeOf(await reset())).toBe("second_factor.off");
    await turnOnSecondFactor(server, desk);
    expect((await memberOf(desk.admin.id)).secondFactor).toBe(true);
    expect((await reset()).status).toBe(200);
    expect((await desk.get("/admin/profile")).status).toBe(401);
    expect(messagesTo(server, desk.admin.email)[0]?.subject).toContain("was reset");
    expect((await login(desk.admin.email)).status).toBe(200);
    expect(auditTextOf(desk.admin.id)).toContain("staff.second_factor_reset");
  });

  test("an owner cannot reset their own without the password and a code", async () => {
    await turnOnSecondFactor(server, owner);
    const path = `/admin/staff/${owner.admin.id}/second-factor`;
    expect((await owner.request(path, { method: "DELETE" })).status).toBe(403);
    expect((await memberOf(owner.admin.id)).secondFactor).toBe(true);
  });

  test("the command line resets an owner's second factor", async () => {
    await turnOnSecondFactor(server, owner);
    expect(await errorCodeOf(await login("owner@example.com"))).toBe("totp_required");
    await resetSecondFactorByEmail(server.deps, " Owner@Example.com ");
    expect((await owner.get("/admin/profile")).status).toBe(401);
    expect((await login("owner@example.com")).status).toBe(200);
    const [notices] = server.deps.db
      .select({ by: auditLog.actorName })
      .from(auditLog)
      .where(eq(auditLog.action, "staff.second_factor_reset"))
      .all();
    expect(notices).toEqual({ by: "Command line" });
    for (const email of ["owner@example.com", "nobody@example.com"])
      await expect(resetSecondFactorByEmail(server.deps, email)).rejects.toThrow();
  });

  test("an owner needs one to require it of all, and staff without one lose access", async () => {
    const desk = await signInAdmin(server, { role: "dispatcher" });
    const earlyAnswer = await ask(owner, true);
    expect([earlyAnswer.status, await errorCodeOf(earlyAnswer)]).toEqual([
      409,
      "staff.own_second_factor_first",
    ]);
    await turnOnSecondFactor(server, owner);
    const stream = await desk.get("/admin/events");
    expect((await ask(owner, true)).status).toBe(200);
    const requestedAt = Date.now();
    await stream.text();
    expect(Date.now() - requestedAt).toBeLessThan(1_000);
    expect((await list()).secondFactorRequired).toBe(true);
    expect(await errorCodeOf(await desk.get("/admin/reservations"))).toBe("second_factor.missing");
    expect((await ask(owner, false)).status).toBe(200);
    expect((await desk.get("/admin/reservations")).status).toBe(200);
  });
});
