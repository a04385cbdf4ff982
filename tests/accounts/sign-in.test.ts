import { afterEach, beforeEach, expect, test } from "bun:test";
import { sessions } from "../../db/schema/accounts";
import { createDriver } from "../support/fleet";
import { createTestServer, type TestServer } from "../support/server";
import { lastMessage, messagesTo, signInRider } from "../support/sign-in";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

test("sections 3 and 7: a stranger gets a code by e-mail, which creates an account and a session", async () => {
  const browser = server.browser();
  const sentAnswer = await browser.post("/auth/send-otp", { identifier: " Rider@Example.com " });
  expect(sentAnswer.status).toBe(200);
  expect(sentAnswer.headers.get("cache-control")).toBe("no-store");
  expect(await sentAnswer.json()).toEqual({
    usercontact: "rider@example.com",
    newuser: { identifier: "rider@example.com", code: null, exist: false, username: null },
    isEmail: true,
  });
  const { code } = lastMessage(server, "rider@example.com");
  expect(code).toMatch(/^\d{4}$/);

  const verified = await browser.post("/auth/verify-otp", {
    identifier: "rider@example.com",
    otp: code,
  });
  expect(verified.status).toBe(200);
  const { getUser } = (await verified.json()) as { getUser: { id: string } };
  expect(getUser).toMatchObject({ email: "rider@example.com", firstName: null, phone: null });

  const me = await browser.get("/auth/me");
  expect(await me.json()).toMatchObject({ authenticated: true, getUser: { id: getUser.id } });
  expect((await browser.get("/auth/current-user")).status).toBe(200);
});

test("a rider signs in by phone with a national number and its calling code", async () => {
  const browser = server.browser();
  const sentAnswer = await browser.post("/auth/send-otp", {
    identifier: "0788 123 456",
    code: "250",
  });
  expect(await sentAnswer.json()).toEqual({
    usercontact: "+250788123456",
    newuser: { identifier: "+250788123456", code: "250", exist: false, username: null },
    isEmail: false,
  });
  const otp = lastMessage(server, "+250788123456").code;
  const verified = await browser.post("/auth/verify-otp", {
    identifier: "0788 123 456",
    otp,
    code: "250",
  });
  expect(verified.status).toBe(200);
  expect(await verified.json()).toMatchObject({ getUser: { phone: "+250788123456" } });
});

test("section 3: a returning rider is greeted only by the first name", async () => {
  await signInRider(server, "rider@example.com");
  server.advance(60_000);
  const sentAnswer = await server
    .browser()
    .post("/auth/send-otp", { identifier: "rider@example.com" });
  expect(await sentAnswer.json()).toMatchObject({ newuser: { exist: true, username: "Aline" } });
});

test("section 3: a rider's one-time code may come as `code` instead of `otp`", async () => {
  const browser = server.browser();
  await browser.post("/auth/send-otp", { identifier: "rider@example.com" });
  const { code } = lastMessage(server, "rider@example.com");
  const verified = await browser.post("/auth/verify-otp", {
    identifier: "rider@example.com",
    code,
  });
  expect(verified.status).toBe(200);
});

test("the token in the answer names the account for 15 minutes and gives no access", async () => {
  const { browser, rider } = await signInRider(server, "rider@example.com");
  server.advance(60_000);
  await browser.post("/auth/send-otp", { identifier: "rider@example.com" });
  const verified = await browser.post("/auth/verify-otp", {
    identifier: "rider@example.com",
    otp: lastMessage(server, "rider@example.com").code,
  });
  const { token } = (await verified.json()) as { token: string };
  const payload = JSON.parse(atob(token.split(".")[1] ?? ""));
  expect(payload).toEqual({
    sub: rider.id,
    role: "rider",
    exp: Math.floor((server.deps.now() + 900_000) / 1000),
  });
  const bearerAnswer = await server
    .browser()
    .get("/auth/current-user", { authorization: `Bearer ${token}` });
  expect(bearerAnswer.status).toBe(401);
});

test("section 7: without a session, me is signed out, current-user is 401 and logout succeeds", async () => {
  const browser = server.browser();
  const me = await browser.get("/auth/me");
  expect(me.status).toBe(200);
  expect(await me.json()).toEqual({ authenticated: false, getUser: null });
  const current = await browser.get("/auth/current-user");
  expect(current.status).toBe(401);
  expect(await current.json()).toMatchObject({ message: "You are not authenticated" });
  expect((await browser.post("/auth/logout")).status).toBe(200);
});

test("sections 4 and 7: logging out ends the session on the server", async () => {
  const { browser } = await signInRider(server);
  const cookie = browser.cookies.get("livery_rider") ?? "";
  expect((await browser.post("/auth/logout")).status).toBe(200);
  browser.cookies.set("livery_rider", cookie);
  expect((await browser.get("/auth/current-user")).status).toBe(401);
  expect(server.deps.db.select().from(sessions).all()).toEqual([]);
});

test("each sign-in starts a new session and ends the previous one of the browser", async () => {
  const { browser } = await signInRider(server);
  const before = browser.cookies.get("livery_rider");
  server.advance(60_000);
  await signInRider(server, "rider@example.com", { browser });
  expect(browser.cookies.get("livery_rider")).not.toBe(before);
  expect(server.deps.db.select().from(sessions).all()).toHaveLength(1);
});

test("session cookies are HttpOnly and SameSite=Lax, and on https Secure with the __Host- prefix", async () => {
  const secure = await createTestServer({ PUBLIC_URL: "https://livery.test" });
  try {
    const browser = secure.browser();
    const headers = { origin: "https://livery.test" };
    const sentAnswer = await browser.post(
      "/auth/send-otp",
      { identifier: "rider@example.com" },
      headers,
    );
    expect(sentAnswer.headers.getSetCookie().join()).toMatch(/^__Host-livery_browser=[\w-]{43};/);
    const verified = await browser.post(
      "/auth/verify-otp",
      { identifier: "rider@example.com", otp: lastMessage(secure, "rider@example.com").code },
      headers,
    );
    const lines = verified.headers.getSetCookie();
    expect(lines.map((line) => line.split("=")[0])).toEqual([
      "__Host-livery_rider",
      "__Host-livery_rider_device",
    ]);
    for (const line of lines) {
      expect(line).toContain("HttpOnly");
      expect(line).toContain("SameSite=Lax");
      expect(line).toContain("Path=/");
      expect(line).toContain("Secure");
    }
  } finally {
    secure.close();
  }
});

test("a rider lists their sessions and ends them one by one", async () => {
  const { browser: phone } = await signInRider(server);
  server.advance(60_000);
  const { browser: laptopBrowser } = await signInRider(server);
  const list = (await (await phone.get("/auth/sessions")).json()) as {
    sessions: { id: string; current: boolean }[];
  };
  expect(list.sessions).toHaveLength(2);
  const other = list.sessions.find((session) => !session.current);
  expect((await phone.delete(`/auth/sessions/${other?.id}`)).status).toBe(200);
  expect((await laptopBrowser.get("/auth/current-user")).status).toBe(401);
  expect((await phone.get("/auth/current-user")).status).toBe(200);

  const { browser: stranger } = await signInRider(server, "other@example.com");
  const mine = list.sessions.find((session) => session.current);
  expect((await stranger.delete(`/auth/sessions/${mine?.id}`)).status).toBe(404);
});

test("sections 3, 6 and 7: a driver's code opens a session of the driver's area only", async () => {
  const { id } = createDriver(server, {
    email: "driver@example.com",
    firstName: "Eric",
    lastName: "Mugisha",
  });
  const browser = server.browser();
  const nobody = { authenticated: false, getdriver: null };
  expect(await (await browser.get("/driver/get-driver")).json()).toEqual(nobody);
  const identifier = "driver@example.com";
  const sentAnswer = await browser.post("/driver/checkdriver-sendotp", { identifier });
  expect([sentAnswer.status, sentAnswer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const { code: otp } = lastMessage(server, identifier);
  const verified = await browser.post("/driver/verify-otp", { identifier, otp });
  expect(verified.status).toBe(200);
  const { token, getdriver } = (await verified.json()) as { token: string; getdriver: object };
  const [, claims = ""] = token.split(".");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    sub: id,
    role: "driver",
  });

  const answer = await browser.get("/driver/get-driver");
  expect(await answer.json()).toEqual({ authenticated: true, getdriver });
  expect(getdriver).toMatchObject({ id, firstName: "Eric", lastName: "Mugisha", vehicle: null });
  // The client may read the token, but it gives no access.
  const bearerAnswer = await server
    .browser()
    .request("/driver/get-driver", { headers: { authorization: `Bearer ${token}` } });
  expect(await bearerAnswer.json()).toEqual(nobody);

  expect((await browser.get("/auth/current-user")).status).toBe(401);
  expect((await browser.post("/driver/logout")).status).toBe(200);
  expect(await (await browser.get("/driver/get-driver")).json()).toEqual(nobody);
});

test("section 7: a driver's one-time code may come as `code` instead of `otp`", async () => {
  createDriver(server, { email: "driver@example.com" });
  const browser = server.browser();
  const identifier = "driver@example.com";
  await browser.post("/driver/checkdriver-sendotp", { identifier });
  const { code } = lastMessage(server, identifier);
  expect((await browser.post("/driver/verify-otp", { identifier, code })).status).toBe(200);
});

test("sections 5 and 8: a driver's call refuses an invalid identifier", async () => {
  for (const identifier of ["", "eric@example", "+0788123456", "+1234567890123456", "1"]) {
    const answer = await server.browser().post("/driver/checkdriver-sendotp", { identifier });
    expect([identifier, answer.status]).toEqual([identifier, 400]);
    expect(await answer.json()).toMatchObject({
      code: "identifier.invalid",
      message: "Invalid email or phone number",
    });
  }
});

test("section 7: an unknown driver gets a 404 that points to the application, and no message", async () => {
  const answer = await server
    .browser()
    .post("/driver/checkdriver-sendotp", { identifier: "nobody@example.com" });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({
    code: "driver.unknown",
    message: expect.stringContaining("application"),
  });
  expect(messagesTo(server, "nobody@example.com")).toEqual([]);
});

test("section 6: a suspended driver gets a 403 for the right code and a 401 for a wrong one", async () => {
  createDriver(server, { email: "driver@example.com", state: "suspended" });
  const browser = server.browser();
  await browser.post("/driver/checkdriver-sendotp", { identifier: "driver@example.com" });
  const { code } = lastMessage(server, "driver@example.com");
  const wrongCode = code === "0000" ? "0001" : "0000";
  const verify = (otp: string) =>
    browser.post("/driver/verify-otp", { identifier: "driver@example.com", otp });
  expect((await verify(wrongCode)).status).toBe(401);
  const right = await verify(code);
  expect(right.status).toBe(403);
  expect(right.headers.getSetCookie()).toEqual([]);
});

test("section 7: a provider that is not configured leads back to the login screen", async () => {
  for (const provider of ["google", "apple"]) {
    const answer = await server.browser().get(`/auth/${provider}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/liveryClient?notice=provider");
  }
});
