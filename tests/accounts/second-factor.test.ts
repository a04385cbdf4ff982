/** The second factor of staff: setting it up, using it at sign-in, changing it and turning it off. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { adminRecoveryCodes, admins } from "../../db/schema/accounts";
import { auditLog } from "../../db/schema/audit";
import { settings } from "../../db/schema/settings";
import type { SecondFactorOffer } from "../../src/accounts/staff/second-factor-contract";
import { codeOf, turnOnSecondFactor } from "../support/second-factor";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { PASSWORD, signInAdmin } from "../support/staff";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
});
afterAll(() => server.close());

const there = "/admin/second-factor";
const now = () => server.deps.now();
const offer = (browser: Browser, currentPassword = PASSWORD) =>
  browser.post(`${there}/offer`, { currentPassword });
const confirm = (browser: Browser, code: string) =>
  browser.request(there, { method: "PUT", json: { code } });
const turnOff = (browser: Browser, code: string, currentPassword = PASSWORD) =>
  browser.request(there, { method: "DELETE", json: { currentPassword, code } });
const renew = (browser: Browser, code: string) =>
  browser.post(`${there}/recovery-codes`, { currentPassword: PASSWORD, code });
const state = async (browser: Browser) => (await browser.get(there)).json();
const login = (email: string, totp: string, browser = server.browser()) =>
  browser.post("/admin/login", { email, password: PASSWORD, totp });
const errorCodeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

let address = 0;
/** A browser that has never signed in here, from an address of its own. */
const stranger = () => server.browser(`203.0.113.${++address}`);

describe("setting up the second factor", () => {
  test("needs the password and a code of the key, and gives ten recovery codes", async () => {
    const browser = await signInAdmin(server);
    expect(await state(browser)).toEqual({
      on: false,
      since: null,
      recoveryCodesLeft: 0,
      required: false,
    });
    expect(await errorCodeOf(await offer(browser, "not it at all"))).toBe("admin.current_password");
    const offerAnswer = await offer(browser);
    expect(offerAnswer.headers.get("cache-control")).toBe("no-store");
    const { secret, uri } = (await offerAnswer.json()) as SecondFactorOffer;
    expect(new URL(uri).protocol).toBe("otpauth:");
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(`Livery:${browser.admin.email}`);
    // Nothing has changed yet: signing in requires no code.
    expect((await state(browser)) as object).toMatchObject({ on: false });
    const other = server.browser();
    await other.post("/admin/login", { email: browser.admin.email, password: PASSWORD });

    expect(await errorCodeOf(await confirm(browser, "000000"))).toBe("second_factor.wrong_code");
    const confirmedAnswer = await confirm(browser, codeOf(secret, now()));
    expect(confirmedAnswer.status).toBe(200);
    const { recoveryCodes } = (await confirmedAnswer.json()) as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect((await state(browser)) as object).toMatchObject({ on: true, recoveryCodesLeft: 10 });
    expect((await other.get("/admin/profile")).status).toBe(401);
    expect((await browser.get("/admin/profile")).status).toBe(200);
    expect(await errorCodeOf(await offer(browser))).toBe("second_factor.on");
  });

  test("keeps the key and the recovery codes out of the database and the audit log", async () => {
    const browser = await signInAdmin(server);
    const { secret, recoveryCodes } = await turnOnSecondFactor(server, browser);
    const kept = JSON.stringify([
      server.deps.db.select().from(admins).all(),
      server.deps.db.select().from(adminRecoveryCodes).all(),
      server.deps.db.select().from(auditLog).all(),
    ]);
    for (const word of [secret, ...recoveryCodes, ...recoveryCodes.map((c) => c.replace("-", ""))])
      expect(kept).not.toContain(word);
    expect(kept).toContain("Turned on their own second factor");
  });

  test("the key expires after 15 minutes or when a new one is requested", async () => {
    const browser = await signInAdmin(server);
    const { secret } = (await (await offer(browser)).json()) as SecondFactorOffer;
    server.advance(15 * 60_000);
    expect(await errorCodeOf(await confirm(browser, codeOf(secret, now())))).toBe(
      "second_factor.offer_over",
    );
    const { secret: second } = (await (await offer(browser)).json()) as SecondFactorOffer;
    expect(await errorCodeOf(await confirm(browser, codeOf(secret, now())))).toBe(
      "second_factor.wrong_code",
    );
    expect((await confirm(browser, codeOf(second, now()))).status).toBe(200);
  });

  test("the code that confirmed the key does not sign in", async () => {
    const browser = await signInAdmin(server);
    const { secret } = await turnOnSecondFactor(server, browser);
    const { email } = browser.admin;
    expect((await login(email, codeOf(secret, now()), stranger())).status).toBe(401);
    server.advance(30_000);
    expect((await login(email, codeOf(secret, now()), stranger())).status).toBe(200);
  });

  test("the server compares only five of 500 wrong codes sent at once", async () => {
    const browser = await signInAdmin(server);
    const { secret } = (await (await offer(browser)).json()) as SecondFactorOffer;
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => confirm(browser, "123456")),
    );
    const counts = Object.groupBy(answers, ({ status }) => String(status));
    expect([counts["422"]?.length, counts["429"]?.length]).toEqual([5, 495]);
    expect((await confirm(browser, codeOf(secret, now()))).status).toBe(429);
  });
});

describe("signing in with the second factor", () => {
  test("a recovery code signs in once, in any spelling", async () => {
    const browser = await signInAdmin(server);
    const { recoveryCodes } = await turnOnSecondFactor(server, browser);
    const [first = "", second = ""] = recoveryCodes;
    const { email } = browser.admin;
    const typed = ` ${first.toUpperCase().replace("-", " ")} `;
    expect((await login(email, typed, stranger())).status).toBe(200);
    const secondAnswer = await login(email, first, stranger());
    expect([secondAnswer.status, await errorCodeOf(secondAnswer)]).toEqual([401, "admin.refused"]);
    expect((await login(email, second, stranger())).status).toBe(200);
    expect((await state(browser)) as object).toMatchObject({ recoveryCodesLeft: 8 });
    const lastNotice = () =>
      server.deps.db
        .select({ summary: auditLog.summary })
        .from(auditLog)
        .where(eq(auditLog.action, "staff.recovery_code_used"))
        .all()
        .at(-1);
    expect(lastNotice()).toEqual({ summary: "Used a recovery code. 8 are left" });
    for (const code of recoveryCodes.slice(2, 9)) await login(email, code, stranger());
    expect(lastNotice()).toEqual({ summary: "Used a recovery code. 1 is left" });
  });

  test("a recovery code sent twice at once opens one session, and none for a colleague", async () => {
    const browser = await signInAdmin(server);
    const colleague = await signInAdmin(server);
    const { recoveryCodes } = await turnOnSecondFactor(server, browser);
    await turnOnSecondFactor(server, colleague);
    const [code = ""] = recoveryCodes;
    expect((await login(colleague.admin.email, code, stranger())).status).toBe(401);
    const answers = await Promise.all([
      login(browser.admin.email, code, stranger()),
      login(browser.admin.email, code, stranger()),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test("five wrong codes from five networks make strangers wait, but not a known browser", async () => {
    const browser = await signInAdmin(server);
    const { secret } = await turnOnSecondFactor(server, browser);
    const { email } = browser.admin;
    server.advance(30_000);
    for (let i = 0; i < 5; i++) expect((await login(email, "000000", stranger())).status).toBe(401);
    const sixthAnswer = await login(email, codeOf(secret, now()), stranger());
    expect([sixthAnswer.status, await errorCodeOf(sixthAnswer)]).toEqual([
      429,
      "admin.login_limit",
    ]);
    expect((await login(email, codeOf(secret, now()), browser)).status).toBe(200);
    server.advance(15 * 60_000);
    expect((await login(email, codeOf(secret, now()), stranger())).status).toBe(200);
  });
});

describe("changing the second factor", () => {
  test("new recovery codes need the password and a code, and void the old ones", async () => {
    const browser = await signInAdmin(server);
    const { recoveryCodes, secret } = await turnOnSecondFactor(server, browser);
    const [first = "", second = ""] = recoveryCodes;
    expect(await errorCodeOf(await renew(browser, "000000"))).toBe("second_factor.wrong_code");
    server.advance(30_000);
    const newCodes = await renew(browser, codeOf(secret, now()));
    expect(newCodes.status).toBe(200);
    const newRecoveryCodes = ((await newCodes.json()) as { recoveryCodes: string[] }).recoveryCodes;
    expect((await login(browser.admin.email, first, stranger())).status).toBe(401);
    expect((await login(browser.admin.email, newRecoveryCodes[0] ?? "", stranger())).status).toBe(
      200,
    );
    expect(await errorCodeOf(await renew(browser, second))).toBe("second_factor.wrong_code");
  });

  test("turning it off needs the password and an unused code", async () => {
    const browser = await signInAdmin(server);
    const { secret, recoveryCodes } = await turnOnSecondFactor(server, browser);
    const used = codeOf(secret, now());
    expect(await errorCodeOf(await turnOff(browser, used))).toBe("second_factor.wrong_code");
    expect(await errorCodeOf(await turnOff(browser, used, "not it at all"))).toBe(
      "admin.current_password",
    );
    expect((await turnOff(browser, recoveryCodes[9] ?? "")).status).toBe(200);
    expect((await state(browser)) as object).toMatchObject({ on: false, recoveryCodesLeft: 0 });
    const answer = await stranger().post("/admin/login", {
      email: browser.admin.email,
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(await errorCodeOf(await turnOff(browser, used))).toBe("second_factor.off");
  });
});

describe("a second factor required of all staff", () => {
  test("limits staff without one to their own profile until they set it up", async () => {
    const strict = await createTestServer();
    try {
      const browser = await signInAdmin(strict, { role: "dispatcher" });
      const board = () => browser.get("/admin/reservations");
      expect((await board()).status).toBe(200);
      strict.deps.db.update(settings).set({ secondFactorRequired: true }).run();
      const refusedAnswer = await board();
      expect([refusedAnswer.status, await errorCodeOf(refusedAnswer)]).toEqual([
        403,
        "second_factor.missing",
      ]);
      expect((await browser.get("/admin/events")).status).toBe(403);
      expect((await browser.get("/admin/profile")).status).toBe(200);
      expect((await state(browser)) as object).toMatchObject({ required: true, on: false });
      const { recoveryCodes } = await turnOnSecondFactor(strict, browser);
      expect((await board()).status).toBe(200);
      const off = await turnOff(browser, recoveryCodes[0] ?? "");
      expect([off.status, await errorCodeOf(off)]).toEqual([409, "second_factor.required"]);
      expect((await state(browser)) as object).toMatchObject({ on: true, recoveryCodesLeft: 10 });
    } finally {
      strict.close();
    }
  });
});
