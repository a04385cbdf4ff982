import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { admins, loginFailures, sessions } from "../../db/schema/accounts";
import { auditLog } from "../../db/schema/audit";
import { auditFailedSignIns } from "../../src/accounts/staff/staff-sign-in-attempts";
import { setAdminPassword } from "../../src/accounts/staff/staff-invites";
import { hashToken } from "../../src/process/keys";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { createAdmin, PASSWORD, signInAdmin } from "../support/staff";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const login = (browser: Browser, email: string, password: string, totp?: string) =>
  browser.post("/admin/login", { email, password, ...(totp !== undefined && { totp }) });

describe("POST /backend/admin/login", () => {
  test("answers the right password with the admin and an HttpOnly cookie", async () => {
    const admin = await createAdmin(server);
    const browser = server.browser("198.51.100.1");
    const answer = await login(browser, `  ${admin.email.toUpperCase()} `, PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      admin: {
        id: admin.id,
        names: "Ada Uwase",
        firstName: "Ada",
        lastName: "Uwase",
        hasOneName: false,
        email: admin.email,
        role: "owner",
        isLocked: false,
      },
    });
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("livery_admin="));
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Lax");
    expect(cookie).toContain("Max-Age=43200");
    const token = browser.cookies.get("livery_admin") ?? "";
    expect(token).toHaveLength(43);
    const row = server.deps.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(token)))
      .get();
    expect(row?.accountId).toBe(admin.id);
    expect(JSON.stringify(server.deps.db.select().from(sessions).all())).not.toContain(token);
    expect((await browser.get("/admin/profile")).status).toBe(200);
  });

  test("sets a Secure cookie bound to the host on https", async () => {
    const secure = await createTestServer({ PUBLIC_URL: "https://ride.example" });
    try {
      const admin = await createAdmin(secure);
      const answer = await secure.browser().request("/admin/login", {
        json: { email: admin.email, password: PASSWORD },
        headers: { origin: "https://ride.example" },
      });
      expect(answer.status).toBe(200);
      const lines = answer.headers.getSetCookie();
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line).toStartWith("__Host-livery_admin");
        expect(line).toContain("Secure");
        expect(line).toContain("Path=/");
        expect(line).not.toContain("Domain");
      }
    } finally {
      secure.close();
    }
  });

  test("answers every mismatch with the same 401 and no cookie", async () => {
    const admin = await createAdmin(server);
    const answers = [];
    for (const [email, password] of [
      [admin.email, "wrong password"],
      ["nobody@example.com", PASSWORD],
      ["no address at all", PASSWORD],
      ["", ""],
      [admin.email, ""],
    ] as const) {
      const browser = server.browser("198.51.100.2");
      const answer = await login(browser, email, password);
      expect(answer.status).toBe(401);
      expect(browser.cookies.size).toBe(0);
      answers.push(await answer.text());
    }
    expect(new Set(answers)).toEqual(
      new Set([JSON.stringify({ message: "Invalid email or password", code: "admin.refused" })]),
    );
  });

  test("compares a password with the same cost if the e-mail address is unknown", async () => {
    const admin = await createAdmin(server);
    await setAdminPassword(server.deps, admin.email, PASSWORD);
    const verify = spyOn(Bun.password, "verify");
    try {
      await login(server.browser("198.51.100.3"), admin.email, "wrong password");
      await login(server.browser("198.51.100.3"), "nobody2@example.com", "wrong password");
      const costs = verify.mock.calls.map(([, hash]) => String(hash).split("$").slice(0, 4));
      expect(costs).toHaveLength(2);
      expect(costs[0]).toEqual(costs[1] ?? []);
    } finally {
      verify.mockRestore();
    }
  });

  test("answers 429 to one device after five failures in 15 minutes, even if the password is right", async () => {
    const admin = await createAdmin(server);
    const browser = server.browser("198.51.100.4");
    for (let i = 0; i < 5; i++) {
      expect((await login(browser, admin.email, "wrong password")).status).toBe(401);
      server.advance(60_000);
    }
    const sixthAnswer = await login(browser, admin.email, PASSWORD);
    expect(sixthAnswer.status).toBe(429);
    expect(await sixthAnswer.json()).toMatchObject({ code: "admin.login_limit" });
    expect(sixthAnswer.headers.get("retry-after")).toBe("600");
    expect((await login(server.browser("198.51.100.5"), admin.email, PASSWORD)).status).toBe(200);
    server.advance(599_000);
    expect((await login(browser, admin.email, PASSWORD)).status).toBe(429);
    server.advance(1_000);
    expect((await login(browser, admin.email, PASSWORD)).status).toBe(200);
  });

  test("counts all spellings of an e-mail address and a whole IPv6 network together", async () => {
    const admin = await createAdmin(server);
    const variants = [
      admin.email,
      admin.email.toUpperCase(),
      ` ${admin.email}`,
      `${admin.email}  `,
      admin.email,
    ];
    for (const [i, email] of variants.entries())
      expect((await login(server.browser(`2001:db8:1:2::${i}`), email, "wrong")).status).toBe(401);
    const last = await login(server.browser("2001:db8:1:2:ffff::1"), admin.email, PASSWORD);
    expect(last.status).toBe(429);
    const other = await login(server.browser("2001:db8:1:3::1"), admin.email, PASSWORD);
    expect(other.status).toBe(200);
  });

  test("lets a known browser sign in past the limit, but not one with a made-up cookie", async () => {
    const admin = await createAdmin(server);
    const owner = server.browser("198.51.100.6");
    expect((await login(owner, admin.email, PASSWORD)).status).toBe(200);
    const stranger = server.browser("198.51.100.6");
    for (let i = 0; i < 5; i++) {
      stranger.cookies.set("livery_admin_device", `${i}`.repeat(43));
      expect((await login(stranger, admin.email, "wrong password")).status).toBe(401);
    }
    stranger.cookies.set("livery_admin_device", "z".repeat(43));
    expect((await login(stranger, admin.email, PASSWORD)).status).toBe(429);
    expect((await login(owner, admin.email, PASSWORD)).status).toBe(200);
  });

  test.each([
    ["20 in 15 minutes", 20, 0, 15 * 60_000],
    ["100 in a day", 100, 10 * 60_000, 86_400_000],
  ] as const)(
    "limits guesses from many networks to %s per account, but not from its known browsers",
    async (_, most, pauseMs, windowMs) => {
      const here = await createTestServer();
      try {
        const admin = await createAdmin(here);
        const other = await createAdmin(here, { email: "other@example.com" });
        const known = here.browser("198.51.100.1");
        expect((await login(known, admin.email, PASSWORD)).status).toBe(200);
        const startedAt = here.deps.now();
        for (let i = 0; i < most; i++) {
          const guess = await login(here.browser(`203.0.113.${i}`), admin.email, `guess ${i}`);
          expect([i, guess.status]).toEqual([i, 401]);
          here.advance(pauseMs);
        }
        for (const address of ["203.0.113.200", "2001:db8:9::1"]) {
          const stranger = await login(here.browser(address), admin.email, PASSWORD);
          expect(stranger.status).toBe(429);
          const seconds = Number(stranger.headers.get("retry-after"));
          expect(seconds).toBe(Math.ceil((startedAt + windowMs - here.deps.now()) / 1000));
        }
        // The account's own browser, even signed out, and other accounts are not delayed.
        known.cookies.delete("livery_admin");
        expect((await login(known, admin.email, "a slip")).status).toBe(401);
        expect((await login(known, admin.email, PASSWORD)).status).toBe(200);
        expect((await login(here.browser(), other.email, PASSWORD)).status).toBe(200);
        here.advance(startedAt + windowMs - here.deps.now());
        const later = await login(here.browser("203.0.113.201"), admin.email, PASSWORD);
        expect(later.status).toBe(200);
      } finally {
        here.close();
      }
    },
  );

  test.each([
    ["for one account", true],
    ["for unknown e-mail addresses", false],
  ])("logs failures %s in one row per 15 minutes, with their number", async (_, isAccount) => {
    const here = await createTestServer();
    try {
      const admin = await createAdmin(here);
      const fail = (i: number) => {
        const email = isAccount ? admin.email : `nobody${i}@example.com`;
        return login(here.browser(`203.0.113.${i}`), email, "wrong password");
      };
      const rows = () =>
        here.deps.db
          .select()
          .from(auditLog)
          .where(eq(auditLog.action, "staff.sign_in_failed"))
          .orderBy(auditLog.number)
          .all()
          .map(({ subjectId, detail, address }) => ({
            subjectId,
            address,
            ...(JSON.parse(detail) as { failures: number; networks: number }),
          }));
      const tick = () => here.deps.write((tx) => auditFailedSignIns(tx, here.deps));
      for (let i = 0; i < 12; i++) expect((await fail(i)).status).toBe(401);
      await tick();
      const subjectId = isAccount ? admin.id : null;
      const first = { subjectId, address: "203.0.113.0", failures: 1, networks: 1 };
      expect(rows()).toEqual([first]);
      here.advance(15 * 60_000 - 1);
      await tick();
      expect(rows()).toEqual([first]);
      here.advance(1);
      await tick();
      const rest = { subjectId, address: "203.0.113.9", failures: 11, networks: 11 };
      expect(rows()).toEqual([first, rest]);
      await tick();
      expect(rows()).toHaveLength(2);
      // After a while without failures, the next one is reported at once.
      here.advance(15 * 60_000);
      await fail(50);
      expect(rows().at(-1)).toEqual({ ...first, address: "203.0.113.50" });
      // A correct sign-in is not a failure.
      await login(here.browser("203.0.113.60"), admin.email, PASSWORD);
      here.advance(15 * 60_000);
      await tick();
      expect(rows()).toHaveLength(3);
    } finally {
      here.close();
    }
  });

  test("compares only five of 500 passwords sent at once", async () => {
    const admin = await createAdmin(server);
    const verify = spyOn(Bun.password, "verify");
    const open = await createTestServer({ RATE_LIMITS: "off" });
    try {
      await createAdmin(open, { email: admin.email });
      const answers = await Promise.all(
        Array.from({ length: 500 }, () => login(open.browser(), admin.email, "wrong password")),
      );
      const counts = Object.groupBy(answers, (answer) => String(answer.status));
      expect(counts["401"]).toHaveLength(5);
      expect(counts["429"]).toHaveLength(495);
      expect(verify).toHaveBeenCalledTimes(5);
    } finally {
      verify.mockRestore();
      open.close();
    }
  });

  test("limits one IP address that tries many accounts", async () => {
    const freshServer = await createTestServer();
    try {
      const browser = freshServer.browser();
      let status = 0;
      for (let i = 0; i < 101; i++) {
        const answer = await browser.post("/admin/login", { email: `a${i}@b.example` });
        status = answer.status;
        if (i < 100) expect(status).toBe(400);
      }
      expect(status).toBe(429);
    } finally {
      freshServer.close();
    }
  });

  test("adds no failure for a successful sign-in and keeps the earlier ones", async () => {
    const admin = await createAdmin(server);
    const browser = server.browser("198.51.100.8");
    await login(browser, admin.email, "wrong password");
    await login(browser, admin.email, PASSWORD);
    const rows = server.deps.db
      .select()
      .from(loginFailures)
      .where(eq(loginFailures.email, admin.email))
      .all();
    expect(rows).toHaveLength(1);
  });

  test("answers 400 or 413 to bad bodies, never with a stack", async () => {
    const browser = server.browser("198.51.100.9");
    for (const body of [
      null,
      [],
      "text",
      {},
      { email: 1, password: "x" },
      { email: { $ne: "" }, password: { $ne: "" } },
      { email: "a@b.example", password: ["x"] },
      { email: "a@b.example", password: "x".repeat(1025) },
    ]) {
      const answer = await browser.post("/admin/login", body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toContainKeys(["message", "code"]);
    }
    const large = await browser.post("/admin/login", { email: "x".repeat(70_000) });
    expect(large.status).toBe(413);
  });
});

describe("sessions of dispatch", () => {
  test("a sign-in ignores a planted token and ends the browser's previous session", async () => {
    const admin = await createAdmin(server);
    const browser = server.browser("198.51.100.10");
    const fixedToken = "p".repeat(43);
    browser.cookies.set("livery_admin", fixedToken);
    await login(browser, admin.email, PASSWORD);
    const first = browser.cookies.get("livery_admin");
    expect(first).not.toBe(fixedToken);
    const attacker = server.browser();
    attacker.cookies.set("livery_admin", fixedToken);
    expect((await attacker.get("/admin/profile")).status).toBe(401);

    await login(browser, admin.email, PASSWORD);
    expect(browser.cookies.get("livery_admin")).not.toBe(first);
    attacker.cookies.set("livery_admin", first ?? "");
    expect((await attacker.get("/admin/profile")).status).toBe(401);
  });

  test("a token of another area or sent as bearer gets a 401", async () => {
    const browser = await signInAdmin(server);
    const token = browser.cookies.get("livery_admin") ?? "";
    const bearerAnswer = await server.browser().get("/admin/profile", {
      authorization: `Bearer ${token}`,
    });
    expect(bearerAnswer.status).toBe(401);
    const rider = server.browser();
    const [row] = server.deps.db
      .update(sessions)
      .set({ audience: "rider" })
      .where(eq(sessions.tokenHash, hashToken(token)))
      .returning()
      .all();
    expect(row?.audience).toBe("rider");
    for (const name of ["livery_admin", "livery_rider"]) {
      rider.cookies.clear();
      rider.cookies.set(name, token);
      expect((await rider.get("/admin/profile")).status).toBe(401);
    }
  });

  test("a session ends after 12 hours, even if it is in use", async () => {
    const browser = await signInAdmin(server);
    for (let minute = 0; minute < 12 * 60 - 10; minute += 10) {
      server.advance(10 * 60_000);
      if (minute % 120 === 0) expect((await browser.get("/admin/profile")).status).toBe(200);
      else await browser.get("/admin/profile");
    }
    expect(await (await browser.get("/admin/profile")).json()).toMatchObject({ isLocked: false });
    server.advance(10 * 60_000);
    expect((await browser.get("/admin/profile")).status).toBe(401);
  });

  test("signing out ends the session on the server", async () => {
    const browser = await signInAdmin(server);
    const token = browser.cookies.get("livery_admin") ?? "";
    const answer = await browser.post("/admin/logout");
    expect(answer.status).toBe(200);
    expect(browser.cookies.has("livery_admin")).toBe(false);
    browser.cookies.set("livery_admin", token);
    expect((await browser.get("/admin/profile")).status).toBe(401);
    expect((await server.browser().post("/admin/logout")).status).toBe(401);
  });
});

describe("the second factor", () => {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const codeAt = (at: number) => new TOTP({ secret }).generate({ timestamp: at });

  async function withSecondFactor() {
    const admin = await createAdmin(server);
    server.deps.db
      .update(admins)
      .set({ totpSecret: server.deps.keys.encrypt(secret) })
      .where(eq(admins.id, admin.id))
      .run();
    return admin;
  }

  test("is asked for only after the right password", async () => {
    const admin = await withSecondFactor();
    const browser = server.browser("198.51.100.20");
    const loginAnswer = await login(browser, admin.email, PASSWORD);
    expect(loginAnswer.status).toBe(401);
    expect(await loginAnswer.json()).toMatchObject({ code: "totp_required" });
    expect(browser.cookies.size).toBe(0);
    const wrongAnswer = await login(browser, admin.email, "wrong password");
    expect(await wrongAnswer.json()).toMatchObject({ code: "admin.refused" });
  });

  test("accepts each code once, up to one step late, and then no older code", async () => {
    const admin = await withSecondFactor();
    const now = server.deps.now();
    const earlyCode = codeAt(now - 30_000);
    expect(
      (await login(server.browser("198.51.100.21"), admin.email, PASSWORD, earlyCode)).status,
    ).toBe(200);
    const replay = await login(server.browser("198.51.100.21"), admin.email, PASSWORD, earlyCode);
    expect(replay.status).toBe(401);
    expect(await replay.json()).toMatchObject({ code: "admin.refused" });
    const codeWithSpace = `${codeAt(now).slice(0, 3)} ${codeAt(now).slice(3)}`;
    expect(
      (await login(server.browser("198.51.100.22"), admin.email, PASSWORD, codeWithSpace)).status,
    ).toBe(200);
    expect(
      (await login(server.browser("198.51.100.22"), admin.email, PASSWORD, earlyCode)).status,
    ).toBe(401);
  });

  test("opens one session if the same code is sent twice at once", async () => {
    const admin = await withSecondFactor();
    server.advance(120_000);
    const code = codeAt(server.deps.now());
    const answers = await Promise.all([
      login(server.browser("198.51.100.23"), admin.email, PASSWORD, code),
      login(server.browser("198.51.100.23"), admin.email, PASSWORD, code),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  test("counts wrong codes as failures, but not a sign-in without a code", async () => {
    const admin = await withSecondFactor();
    const browser = server.browser("198.51.100.24");
    for (let i = 0; i < 6; i++)
      expect(await (await login(browser, admin.email, PASSWORD)).json()).toMatchObject({
        code: "totp_required",
      });
    for (const code of ["", "000000", "٠٠٠٠٠٠", "abc", "1234567"])
      expect((await login(browser, admin.email, PASSWORD, code)).status).toBe(401);
    const right = await login(browser, admin.email, PASSWORD, codeAt(server.deps.now()));
    expect(right.status).toBe(429);
  });
});
