/** How often a code may be guessed, and what happens after that. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { codeGuesses, codes, riders } from "../../db/schema/accounts";
import { createDriver } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { lastMessage, signInDriver, signInRider } from "../support/sign-in";

const RIDER_EMAIL = "rider@example.com";
const DAY = 86_400_000;

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const send = (browser: Browser, identifier = RIDER_EMAIL) =>
  browser.post("/auth/send-otp", { identifier });
const verify = (browser: Browser, otp: string, identifier = RIDER_EMAIL) =>
  browser.post("/auth/verify-otp", { identifier, otp });
const otherCode = (code: string) => (code === "0000" ? "0001" : "0000");

/** Sends a code to the browser's user and returns it. */
async function codeFor(browser: Browser, identifier = RIDER_EMAIL): Promise<string> {
  expect((await send(browser, identifier)).status).toBe(200);
  return lastMessage(server, identifier).code;
}

async function expectRefused(answer: Response): Promise<void> {
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({
    message: "OTP Verification failed. Please try again.",
    code: "code.refused",
  });
  expect(answer.headers.getSetCookie()).toEqual([]);
}

describe("a sign-in code", () => {
  test("works once", async () => {
    const browser = server.browser();
    const code = await codeFor(browser);
    expect((await verify(browser, code)).status).toBe(200);
    await expectRefused(await verify(browser, code));
  });

  test("works for 5 minutes", async () => {
    const earlyBrowser = server.browser();
    const code = await codeFor(earlyBrowser);
    server.advance(5 * 60_000 - 1);
    expect((await verify(earlyBrowser, code)).status).toBe(200);
    const late = server.browser();
    const other = await codeFor(late, "late@example.com");
    server.advance(5 * 60_000);
    await expectRefused(await verify(late, other, "late@example.com"));
  });

  test("works only in the browser that requested it", async () => {
    const code = await codeFor(server.browser());
    await expectRefused(await verify(server.browser(), code));
    const requester = server.browser();
    await send(requester, "other@example.com");
    await expectRefused(await verify(requester, code));
  });

  test("works only for its own identifier", async () => {
    const browser = server.browser();
    const code = await codeFor(browser, "a@example.com");
    await send(browser, "b@example.com");
    const other = lastMessage(server, "b@example.com").code;
    if (code !== other) await expectRefused(await verify(browser, code, "b@example.com"));
    expect((await verify(browser, code, "a@example.com")).status).toBe(200);
  });

  test("of a driver does not sign a rider in, nor a rider's code a driver", async () => {
    createDriver(server, { email: RIDER_EMAIL });
    const browser = server.browser();
    await browser.post("/driver/checkdriver-sendotp", { identifier: RIDER_EMAIL });
    const driverCode = lastMessage(server, RIDER_EMAIL).code;
    await expectRefused(await verify(browser, driverCode));
    server.advance(60_000);
    const riderCode = await codeFor(browser);
    if (riderCode !== driverCode)
      await expectRefused(
        await browser.post("/driver/verify-otp", { identifier: RIDER_EMAIL, otp: riderCode }),
      );
    expect((await verify(browser, riderCode)).status).toBe(200);
  });

  test("becomes void when the same browser gets a newer one", async () => {
    const browser = server.browser();
    const first = await codeFor(browser);
    server.advance(31_000);
    const second = await codeFor(browser);
    if (first !== second) await expectRefused(await verify(browser, first));
    expect((await verify(browser, second)).status).toBe(200);
  });

  test("stays valid when other browsers request codes", async () => {
    const browser = server.browser();
    const code = await codeFor(browser);
    server.advance(31_000);
    await codeFor(server.browser("203.0.113.99"));
    expect((await verify(browser, code)).status).toBe(200);
  });

  test("is stored as an HMAC and does not appear in the subject of the e-mail", async () => {
    const code = await codeFor(server.browser());
    const [row] = server.deps.db.select().from(codes).all();
    expect(JSON.stringify(row)).not.toContain(`"${code}"`);
    expect(row?.codeHash).toHaveLength(43);
    expect(lastMessage(server, RIDER_EMAIL).subject).not.toContain(code);
  });

  test("has 6 digits if OTP_DIGITS is 6", async () => {
    const sixDigitServer = await createTestServer({ OTP_DIGITS: "6" });
    try {
      const browser = sixDigitServer.browser();
      await send(browser);
      const { code } = lastMessage(sixDigitServer, RIDER_EMAIL);
      expect(code).toMatch(/^\d{6}$/);
      expect((await verify(browser, code.slice(0, 4))).status).toBe(400);
      expect((await verify(browser, code)).status).toBe(200);
    } finally {
      sixDigitServer.close();
    }
  });

  test("is refused if the clock was set back after it was sent", async () => {
    const browser = server.browser();
    const code = await codeFor(browser);
    server.advance(-3_600_000);
    await expectRefused(await verify(browser, code));
  });
});

describe("code guesses by unknown browsers", () => {
  test("are limited to 3 per account, across resends and browsers", async () => {
    const first = server.browser("203.0.113.1");
    const code = await codeFor(first);
    await expectRefused(await verify(first, otherCode(code)));
    await expectRefused(await verify(first, otherCode(code)));
    server.advance(31_000);
    const second = server.browser("203.0.113.2");
    const other = await codeFor(second);
    await expectRefused(await verify(second, otherCode(other)));
    // The fourth guess is not even compared, although it is right.
    await expectRefused(await verify(second, other));
    expect(server.deps.db.select().from(codeGuesses).all()).toHaveLength(3);
  });

  test("stay within the limit when 500 arrive at once", async () => {
    const browser = server.browser();
    await send(browser);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => verify(browser, String(n).padStart(4, "0"))),
    );
    const right = answers.filter((answer) => answer.status === 200).length;
    expect(answers.every((answer) => [200, 401].includes(answer.status))).toBe(true);
    expect(right).toBeLessThanOrEqual(1);
    expect(server.deps.db.select().from(codeGuesses).all().length + right).toBeLessThanOrEqual(4);
    const tries = server.deps.db.select({ tries: codes.tries }).from(codes).all();
    expect(tries.reduce((sum, row) => sum + row.tries, 0)).toBeLessThanOrEqual(4);
  });

  test("count together for the e-mail address and phone number of an account", async () => {
    const { rider } = await signInRider(server, RIDER_EMAIL);
    const phone = "+250788123456";
    await server.deps.write((tx) => tx.update(riders).set({ phone }).run());
    expect(rider.email).toBe(RIDER_EMAIL);
    server.advance(60_000);
    const strangerBrowser = server.browser();
    const mailCode = await codeFor(strangerBrowser);
    await verify(strangerBrowser, otherCode(mailCode));
    await verify(strangerBrowser, otherCode(mailCode));
    const smsCode = await codeFor(strangerBrowser, phone);
    await verify(strangerBrowser, otherCode(smsCode), phone);
    await expectRefused(await verify(strangerBrowser, smsCode, phone));
  });

  test("do not count if no code is open", async () => {
    const browser = server.browser();
    for (let n = 0; n < 5; n++) await expectRefused(await verify(browser, "1234"));
    expect(server.deps.db.select().from(codeGuesses).all()).toEqual([]);
    const code = await codeFor(browser);
    expect((await verify(browser, code)).status).toBe(200);
  });

  test("beyond the limit make the next message a link, for 6 days", async () => {
    const stranger = server.browser();
    const code = await codeFor(stranger);
    for (let n = 0; n < 3; n++) await verify(stranger, otherCode(code));
    server.advance(31_000);
    await send(server.browser());
    expect(lastMessage(server, RIDER_EMAIL)).toMatchObject({ kind: "link", code: "" });
    server.advance(6 * DAY);
    await send(server.browser());
    expect(lastMessage(server, RIDER_EMAIL).kind).toBe("code");
  });

  test("on many accounts replace codes with links for all unknown browsers", async () => {
    const { browser: owner } = await signInRider(server, "owner@example.com");
    for (let account = 0; account < 11; account++) {
      const browser = server.browser(`203.0.113.${account}`);
      const identifier = `a${account}@example.com`;
      const code = await codeFor(browser, identifier);
      for (let n = 0; n < 3; n++) await verify(browser, otherCode(code), identifier);
    }
    const otherBrowser = server.browser("203.0.113.200");
    await send(otherBrowser, "calm@example.com");
    expect(lastMessage(server, "calm@example.com").kind).toBe("link");
    await send(owner, "owner@example.com");
    expect(lastMessage(server, "owner@example.com").kind).toBe("code");
    server.advance(10 * 60_000);
    await send(otherBrowser, "calm@example.com");
    expect(lastMessage(server, "calm@example.com").kind).toBe("code");
  });

  test("on many accounts stop the server from accepting codes that were sent before", async () => {
    const waiting = server.browser("203.0.113.200");
    const code = await codeFor(waiting, "waiting@example.com");
    for (let account = 0; account < 11; account++) {
      const browser = server.browser(`203.0.113.${account}`);
      const identifier = `a${account}@example.com`;
      const other = await codeFor(browser, identifier);
      for (let n = 0; n < 3; n++) await verify(browser, otherCode(other), identifier);
    }
    await expectRefused(await verify(waiting, code, "waiting@example.com"));
  });
});

describe("code guesses by a browser that has signed in before", () => {
  test("are limited to 5 per code and 20 per day", async () => {
    const { browser } = await signInRider(server);
    let wrongGuessCount = 0;
    for (let round = 0; round < 4; round++) {
      server.advance(15 * 60_000);
      const code = await codeFor(browser);
      for (let n = 0; n < 5; n++) {
        await expectRefused(await verify(browser, otherCode(code)));
        wrongGuessCount++;
      }
      await expectRefused(await verify(browser, code));
    }
    expect(wrongGuessCount).toBe(20);
    server.advance(15 * 60_000);
    await send(browser);
    expect(lastMessage(server, RIDER_EMAIL).kind).toBe("link");
    server.advance(DAY);
    await send(browser);
    expect(lastMessage(server, RIDER_EMAIL).kind).toBe("code");
  });

  test("are not used up by strangers' guesses", async () => {
    const { browser } = await signInRider(server);
    server.advance(60_000);
    const stranger = server.browser("203.0.113.99");
    const code = await codeFor(stranger);
    for (let n = 0; n < 3; n++) await verify(stranger, otherCode(code));
    server.advance(31_000);
    const own = await codeFor(browser);
    expect((await verify(browser, own)).status).toBe(200);
  });

  test("a browser stays known for several accounts, and an old copy of its cookie does not", async () => {
    const { browser } = await signInRider(server, "a@example.com");
    const copied = browser.cookies.get("livery_rider_device") ?? "";
    await signInRider(server, "b@example.com", { browser });
    for (const identifier of ["a@example.com", "b@example.com"]) {
      server.advance(60_000);
      await codeFor(browser, identifier);
      const row = server.deps.db.select().from(codes).all().at(-1);
      expect(row?.knownDevice).toBe(true);
    }
    const attackerBrowser = server.browser("203.0.113.66");
    attackerBrowser.cookies.set("livery_rider_device", copied);
    server.advance(60_000);
    await codeFor(attackerBrowser, "b@example.com");
    expect(server.deps.db.select().from(codes).all().at(-1)?.knownDevice).toBe(false);
  });
});

describe("a one-tap link", () => {
  async function requestLink(identifier = RIDER_EMAIL, path = "/auth"): Promise<string> {
    const stranger = server.browser("203.0.113.50");
    const [ask, answer] =
      path === "/auth"
        ? ["/auth/send-otp", "/auth/verify-otp"]
        : ["/driver/checkdriver-sendotp", "/driver/verify-otp"];
    await stranger.post(ask, { identifier });
    const { code } = lastMessage(server, identifier);
    for (let n = 0; n < 3; n++) await stranger.post(answer, { identifier, otp: otherCode(code) });
    server.advance(31_000);
    await stranger.post(ask, { identifier });
    return lastMessage(server, identifier).link;
  }

  test("signs the rider in once, in any browser, and makes that browser a known one", async () => {
    const token = await requestLink();
    expect(token).toHaveLength(22);
    const browser = server.browser();
    const answer = await browser.post("/auth/signin-link", { token });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ audience: "rider", profileComplete: false });
    expect((await browser.get("/auth/current-user")).status).toBe(200);
    const secondAnswer = await server.browser().post("/auth/signin-link", { token });
    expect(secondAnswer.status).toBe(401);
    expect(await secondAnswer.json()).toMatchObject({ code: "link.refused" });
    server.advance(60_000);
    await send(browser);
    expect(lastMessage(server, RIDER_EMAIL).kind).toBe("code");
  });

  test("expires after 15 minutes and is stored hashed", async () => {
    const token = await requestLink();
    expect(JSON.stringify(server.deps.db.select().from(codes).all())).not.toContain(token);
    server.advance(15 * 60_000);
    expect((await server.browser().post("/auth/signin-link", { token })).status).toBe(401);
  });

  test("of a driver signs the driver in", async () => {
    createDriver(server, { email: "driver@example.com" });
    const token = await requestLink("driver@example.com", "/driver");
    const browser = server.browser();
    const answer = await browser.post("/auth/signin-link", { token });
    expect(await answer.json()).toMatchObject({ audience: "driver", profileComplete: true });
    expect(await (await browser.get("/driver/get-driver")).json()).toMatchObject({
      authenticated: true,
    });
    expect((await browser.get("/auth/current-user")).status).toBe(401);
  });

  test("signs in only once if it is opened twenty times at the same moment", async () => {
    const token = await requestLink();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.browser().post("/auth/signin-link", { token })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test("is refused if it does not exist", async () => {
    for (const token of ["", "x", "A".repeat(22), "A".repeat(128)])
      expect((await server.browser().post("/auth/signin-link", { token })).status).toBe(401);
  });
});

test("RATE_LIMITS=off keeps the guess limit of each account and lifts the server-wide one", async () => {
  const open = await createTestServer({ RATE_LIMITS: "off" });
  try {
    for (let account = 0; account < 12; account++) {
      const browser = open.browser();
      const identifier = `a${account}@example.com`;
      await send(browser, identifier);
      const { code, kind } = lastMessage(open, identifier);
      expect(kind).toBe("code");
      for (let n = 0; n < 3; n++) await verify(browser, otherCode(code), identifier);
      expect((await verify(browser, code, identifier)).status).toBe(401);
    }
  } finally {
    open.close();
  }
});

test("a driver's known browser is not known for the rider with the same e-mail address", async () => {
  createDriver(server, { email: RIDER_EMAIL });
  await signInRider(server, RIDER_EMAIL);
  server.advance(60_000);
  const { browser } = await signInDriver(server, RIDER_EMAIL);
  server.advance(60_000);
  await send(browser);
  expect(server.deps.db.select().from(codes).all().at(-1)).toMatchObject({
    audience: "rider",
    knownDevice: false,
  });
});
