import { afterEach, describe, expect, test } from "bun:test";
import { adminInvites, admins } from "../../db/schema/accounts";
import {
  ensureFirstOwner,
  inviteAdmin,
  setAdminPassword,
} from "../../src/accounts/staff/staff-invites";
import { createTestServer, type TestServer } from "../support/server";
import { createAdmin, PASSWORD, signInAdmin } from "../support/staff";

let server: TestServer;
afterEach(() => server.close());

const tokenOf = (url: string | null) => new URL(url ?? "").searchParams.get("token") ?? "";
const owner = {
  email: "Owner@Example.com",
  password: PASSWORD,
  firstName: "Ada",
  lastName: "Uwase",
};

describe("the first owner", () => {
  test("is created from the configuration, only once", async () => {
    server = await createTestServer({ ADMIN_EMAIL: "Boss@Example.com", ADMIN_PASSWORD: PASSWORD });
    expect(await ensureFirstOwner(server.deps)).toBeNull();
    const [row] = server.deps.db.select().from(admins).all();
    expect(row).toMatchObject({ email: "boss@example.com", role: "owner" });
    expect(row?.passwordHash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
    await setAdminPassword(server.deps, "boss@example.com", "another fine password");
    expect(await ensureFirstOwner(server.deps)).toBeNull();
    const answer = await server
      .browser()
      .post("/admin/login", { email: "boss@example.com", password: PASSWORD });
    expect(answer.status).toBe(401);
  });

  test("is created by a setup link, which works once and signs in", async () => {
    server = await createTestServer();
    const url = await ensureFirstOwner(server.deps);
    expect(url).toStartWith("http://localhost:3000/dispatch/setup?token=");
    const token = tokenOf(url);
    expect(JSON.stringify(server.deps.db.select().from(adminInvites).all())).not.toContain(token);
    const browser = server.browser();
    const answer = await browser.post("/admin/setup", { token, ...owner });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      admin: { names: "Ada Uwase", email: "owner@example.com", role: "owner", isLocked: false },
    });
    expect((await browser.get("/admin/profile")).status).toBe(200);
    const secondAnswer = await server.browser().post("/admin/setup", { token, ...owner });
    expect(secondAnswer.status).toBe(409);
    expect(await secondAnswer.json()).toMatchObject({ code: "admin.setup_done" });
    expect(await ensureFirstOwner(server.deps)).toBeNull();
  });

  test("cannot use a setup link after the next start or after a week", async () => {
    server = await createTestServer();
    const first = tokenOf(await ensureFirstOwner(server.deps));
    const second = tokenOf(await ensureFirstOwner(server.deps));
    const send = (token: string) => server.browser().post("/admin/setup", { token, ...owner });
    expect((await send(first)).status).toBe(401);
    expect((await send("")).status).toBe(401);
    server.advance(7 * 86_400_000);
    expect((await send(second)).status).toBe(401);
    expect(await (await send(second)).json()).toMatchObject({ code: "link.refused" });
    expect((await send(tokenOf(await ensureFirstOwner(server.deps)))).status).toBe(200);
  });

  test("is created once if two people use the setup link at the same moment", async () => {
    server = await createTestServer();
    const token = tokenOf(await ensureFirstOwner(server.deps));
    const answers = await Promise.all(
      ["one@example.com", "two@example.com"].map((email) =>
        server.browser().post("/admin/setup", { token, ...owner, email }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(server.deps.db.select().from(admins).all()).toHaveLength(1);
  });

  test("gets an error on each wrong field and can use the setup link again", async () => {
    server = await createTestServer();
    const token = tokenOf(await ensureFirstOwner(server.deps));
    const shortPasswordAnswer = await server.browser().post("/admin/setup", {
      token,
      email: "a@b",
      password: "short",
      firstName: " ",
      lastName: "",
    });
    expect(shortPasswordAnswer.status).toBe(400);
    expect(await shortPasswordAnswer.json()).toMatchObject({
      fields: {
        email: "Enter a valid email address.",
        password: "Use at least 8 characters",
        firstName: "firstName is required",
        lastName: "lastName is required",
      },
    });
    expect((await server.browser().post("/admin/setup", { token, ...owner })).status).toBe(200);
  });
});

describe("livery admin add", () => {
  test("makes the first an owner and the next a dispatcher, who cannot sign in without a password", async () => {
    server = await createTestServer();
    const first = await inviteAdmin(server.deps, "first@example.com");
    await inviteAdmin(server.deps, "second@example.com");
    await inviteAdmin(server.deps, "third@example.com", "accountant");
    const roles = server.deps.db.select({ role: admins.role }).from(admins).all();
    expect(roles.map((row) => row.role).sort()).toEqual(["accountant", "dispatcher", "owner"]);
    const email = "first@example.com";
    const browser = server.browser();
    for (const password of ["", PASSWORD])
      expect((await browser.post("/admin/login", { email, password })).status).toBe(401);
    expect(first).toStartWith("http://localhost:3000/dispatch/password?token=");
    const token = tokenOf(first);
    const passwordProblem = await browser.post("/admin/password", { token, password: "short" });
    expect(passwordProblem.status).toBe(400);
    expect(await passwordProblem.json()).toMatchObject({
      fields: { password: expect.any(String) },
    });
    expect((await browser.post("/admin/password", { token, password: PASSWORD })).status).toBe(200);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.post("/admin/password", { token, password: PASSWORD })).status).toBe(401);
    expect((await browser.post("/admin/login", { email, password: PASSWORD })).status).toBe(200);
  });

  test("gives existing staff a link for a new password, which ends their sessions when used", async () => {
    server = await createTestServer();
    const browser = await signInAdmin(server);
    const { email } = browser.admin;
    const old = tokenOf(await inviteAdmin(server.deps, email.toUpperCase()));
    const token = tokenOf(await inviteAdmin(server.deps, email));
    expect((await browser.get("/admin/profile")).status).toBe(200);
    const choose = (link: string) =>
      server.browser().post("/admin/password", { token: link, password: "another password" });
    expect((await choose(old)).status).toBe(401);
    expect((await choose(token)).status).toBe(200);
    expect((await browser.get("/admin/profile")).status).toBe(401);
    expect(server.deps.db.select().from(admins).all()).toHaveLength(1);
  });

  test("a setup link sets no password, and a password link sets up no owner", async () => {
    server = await createTestServer();
    const setup = tokenOf(await ensureFirstOwner(server.deps));
    expect(
      (await server.browser().post("/admin/password", { token: setup, password: PASSWORD })).status,
    ).toBe(401);
    const invite = tokenOf(await inviteAdmin(server.deps, "first@example.com"));
    expect((await server.browser().post("/admin/setup", { token: invite, ...owner })).status).toBe(
      401,
    );
    expect(
      server.deps.db
        .select()
        .from(adminInvites)
        .all()
        .every((row) => row.usedAt === null),
    ).toBe(true);
  });

  test("refuses an invalid e-mail address or password", async () => {
    server = await createTestServer();
    await createAdmin(server);
    await expect(inviteAdmin(server.deps, "nobody")).rejects.toThrow("not a valid e-mail");
    await expect(setAdminPassword(server.deps, "a@b.example", "short")).rejects.toThrow(
      "at least 8",
    );
    expect(server.deps.db.select().from(admins).all()).toHaveLength(1);
  });
});
