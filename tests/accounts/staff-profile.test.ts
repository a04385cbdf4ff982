import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { createTestServer, type TestServer } from "../support/server";
import { createAdmin, PASSWORD, signInAdmin } from "../support/staff";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const NEW = "another fine password";

describe("PUT /backend/admin/edit-profile", () => {
  test("changes the names without a password and keeps absent fields", async () => {
    const browser = await signInAdmin(server);
    const answer = await browser.put("/admin/edit-profile", { firstName: "  Marie   Claire " });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      updatedAdmin: {
        id: browser.admin.id,
        names: "Marie Claire Uwase",
        firstName: "Marie Claire",
        lastName: "Uwase",
        hasOneName: false,
        email: browser.admin.email,
        role: "owner",
        isLocked: false,
      },
    });
  });

  test("ignores fields that staff may not set", async () => {
    const browser = await signInAdmin(server, { role: "dispatcher" });
    const other = await createAdmin(server);
    const answer = await browser.put("/admin/edit-profile", {
      role: "owner",
      id: other.id,
      passwordHash: "x",
      firstName: "Jean",
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      updatedAdmin: { id: browser.admin.id, role: "dispatcher", firstName: "Jean" },
    });
  });

  test("needs the current password for a new one and ends the other sessions", async () => {
    const browser = await signInAdmin(server);
    const second = server.browser();
    await second.post("/admin/login", { email: browser.admin.email, password: PASSWORD });

    const without = await browser.put("/admin/edit-profile", { newPassword: NEW });
    expect(without.status).toBe(400);
    expect(await without.json()).toMatchObject({
      fields: { currentPassword: expect.any(String) },
    });
    const wrongAnswer = await browser.put("/admin/edit-profile", {
      newPassword: NEW,
      currentPassword: "wrong password",
    });
    expect(wrongAnswer.status).toBe(422);
    expect(await wrongAnswer.json()).toMatchObject({ code: "admin.current_password" });
    expect((await second.get("/admin/profile")).status).toBe(200);

    const ended: string[] = [];
    const stop = server.deps.bus.subscribe((event) => {
      if (event.type === "session_ended") ended.push(...event.sessionIds);
    });
    const right = await browser.put("/admin/edit-profile", {
      newPassword: NEW,
      currentPassword: PASSWORD,
    });
    stop();
    expect(right.status).toBe(200);
    expect(ended).toHaveLength(1);
    expect((await second.get("/admin/profile")).status).toBe(401);
    expect((await browser.get("/admin/profile")).status).toBe(200);
    const secondBrowser = server.browser();
    const login = (password: string) =>
      secondBrowser.post("/admin/login", { email: browser.admin.email, password });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW)).status).toBe(200);
  });

  test("needs the password for a new e-mail address, which must be valid and free", async () => {
    const browser = await signInAdmin(server);
    const other = await createAdmin(server);
    const change = (email: string, currentPassword?: string) =>
      browser.put("/admin/edit-profile", { email, ...(currentPassword && { currentPassword }) });
    expect((await change("new.mail@example.com")).status).toBe(400);
    for (const bad of ["", "a@b", "a@b@c.example", "x\r\nBcc: y@z.example", "+250788123456"])
      expect((await change(bad, PASSWORD)).status).toBe(400);
    const duplicateAnswer = await change(other.email.toUpperCase(), PASSWORD);
    expect(duplicateAnswer.status).toBe(409);
    expect(await duplicateAnswer.json()).toMatchObject({ code: "contact.taken" });
    const right = await change("New.Mail@Example.com", PASSWORD);
    expect(await right.json()).toMatchObject({ updatedAdmin: { email: "new.mail@example.com" } });
    expect((await change("NEW.MAIL@example.com")).status).toBe(200);
  });

  test("shows an error on each field with a weak password or bad name", async () => {
    const browser = await signInAdmin(server);
    for (const newPassword of ["short", "        ", browser.admin.email.toUpperCase()]) {
      const answer = await browser.put("/admin/edit-profile", {
        newPassword,
        currentPassword: PASSWORD,
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ fields: { newPassword: expect.any(String) } });
    }
    const answer = await browser.put("/admin/edit-profile", {
      firstName: " ",
      lastName: "a\u0000",
    });
    expect(await answer.json()).toMatchObject({
      fields: { firstName: "firstName is required", lastName: expect.any(String) },
    });
  });

  test("compares only five of 500 current passwords sent at once", async () => {
    const browser = await signInAdmin(server);
    const verify = spyOn(Bun.password, "verify");
    try {
      const answers = await Promise.all(
        Array.from({ length: 500 }, () =>
          browser.put("/admin/edit-profile", { newPassword: NEW, currentPassword: "wrong" }),
        ),
      );
      expect(verify).toHaveBeenCalledTimes(5);
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(495);
    } finally {
      verify.mockRestore();
    }
  });

  test("answers 401 without a session", async () => {
    expect((await server.browser().put("/admin/edit-profile", {})).status).toBe(401);
  });
});
