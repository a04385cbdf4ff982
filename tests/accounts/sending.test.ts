/** How often codes are sent, and what the answer reveals about an account. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { codeSends, riders } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/notifications";
import { networkOf } from "../../src/server/addresses";
import { createDriver } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const send = (identifier: string, browser: Browser = server.browser()) =>
  browser.post("/auth/send-otp", { identifier });
const sent = (to: TestServer = server) => to.deps.db.select().from(outbox).all().length;

/** Records codes as if they had just been sent to other people. */
async function insertCodeSends(amount: number, channel: "email" | "sms"): Promise<void> {
  const createdAt = server.deps.now();
  await server.deps.write((tx) => {
    for (let n = 0; n < amount; n++)
      tx.insert(codeSends)
        .values({
          id: Bun.randomUUIDv7(),
          identifier: `other-${n}`,
          channel,
          address: `other-${n}`,
          prefix: channel === "sms" ? String(1_000_000 + n) : null,
          createdAt,
        })
        .run();
  });
}

async function expectTooManyRequests(answer: Response, seconds: number): Promise<void> {
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBe(seconds);
  expect(await answer.json()).toMatchObject({ code: "code.send_limit" });
}

describe("codes for one identifier", () => {
  test("are sent at most every 30 seconds, for any spelling and from any IP address", async () => {
    expect((await send("rider@example.com")).status).toBe(200);
    await expectTooManyRequests(
      await send("RIDER@example.com ", server.browser("198.51.100.1")),
      30,
    );
    server.advance(12_000);
    await expectTooManyRequests(await send("rider@example.com"), 18);
    server.advance(18_000);
    expect((await send("rider@example.com")).status).toBe(200);
    expect(sent()).toBe(2);
  });

  test("are limited to 5 an hour and 10 a day", async () => {
    for (let n = 0; n < 5; n++) {
      expect((await send("rider@example.com")).status).toBe(200);
      server.advance(MINUTE);
    }
    await expectTooManyRequests(await send("rider@example.com"), 55 * 60);
    server.advance(HOUR);
    for (let n = 0; n < 5; n++) {
      expect((await send("rider@example.com")).status).toBe(200);
      server.advance(MINUTE);
    }
    server.advance(HOUR);
    expect((await send("rider@example.com")).status).toBe(429);
    expect(sent()).toBe(10);
  });

  test("are sent once if 50 are requested at the same moment", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send("rider@example.com", server.browser())),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(sent()).toBe(1);
  });
});

test("an IP address or IPv6 network gets at most 60 codes an hour", async () => {
  for (let n = 0; n < 60; n++)
    expect((await send(`r${n}@example.com`, server.browser(`2001:db8:1:2::${n}`))).status).toBe(
      200,
    );
  await expectTooManyRequests(
    await send("more@example.com", server.browser("2001:db8:1:2:ffff::1")),
    3600,
  );
  expect((await send("more@example.com", server.browser("2001:db8:1:3::1"))).status).toBe(200);
});

test("networkOf returns 64 bits of an IPv6 address and the whole IPv4 address", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:0db8:0001:0002:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8:1:2::1")).toBe(networkOf("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});

describe("codes by SMS", () => {
  test("go only to the operator's country and the countries it allows", async () => {
    const refusedAnswer = await send("+15005550006");
    expect(refusedAnswer.status).toBe(422);
    expect(await refusedAnswer.json()).toMatchObject({
      code: "code.sms_country",
      message: expect.stringContaining("e-mail"),
    });
    expect((await send("+250788123456")).status).toBe(200);
    expect(sent()).toBe(1);
    const serverForAllCountries = await createTestServer({ SMS_COUNTRIES: "*" });
    try {
      const answer = await serverForAllCountries
        .browser()
        .post("/auth/send-otp", { identifier: "+14155552671" });
      expect(answer.status).toBe(200);
    } finally {
      serverForAllCountries.close();
    }
  });

  test("are limited to 10 an hour for the first 7 digits of a number", async () => {
    for (let n = 0; n < 10; n++)
      expect((await send(`+25078812${String(n).padStart(4, "0")}`)).status).toBe(200);
    await expectTooManyRequests(await send("+250788129999"), 3600);
    expect((await send("+250788339999")).status).toBe(200);
    server.advance(HOUR);
    expect((await send("+250788129999")).status).toBe(200);
  });

  test("are limited to 200 a day in all, and e-mail codes are still sent", async () => {
    await insertCodeSends(199, "sms");
    expect((await send("+250789812345", server.browser("198.51.100.1"))).status).toBe(200);
    expect((await send("+250789912345", server.browser("198.51.100.1"))).status).toBe(429);
    expect((await send("rider@example.com", server.browser("198.51.100.1"))).status).toBe(200);
  });
});

test("requests for unknown drivers are limited and use up no SMS", async () => {
  const browser = server.browser();
  const ask = (identifier: string) => browser.post("/driver/checkdriver-sendotp", { identifier });
  expect((await ask("+250788129999")).status).toBe(404);
  expect((await ask("+250788129999")).status).toBe(429);
  for (let n = 0; n < 59; n++) expect((await ask(`d${n}@example.com`)).status).toBe(404);
  expect((await ask("another@example.com")).status).toBe(429);
  for (let n = 0; n < 10; n++)
    expect(
      (await send(`+25078812${String(n).padStart(4, "0")}`, server.browser("198.51.100.1"))).status,
    ).toBe(200);
});

test("a driver's foreign phone number gets a 422, and the request counts", async () => {
  createDriver(server, { phone: "+15005550006" });
  const ask = () =>
    server.browser().post("/driver/checkdriver-sendotp", { identifier: "+15005550006" });
  expect((await ask()).status).toBe(422);
  expect((await ask()).status).toBe(429);
  expect(sent()).toBe(0);
});

test("RATE_LIMITS=off lifts the limits on sending codes", async () => {
  const open = await createTestServer({ RATE_LIMITS: "off" });
  try {
    const browser = open.browser();
    for (let n = 0; n < 70; n++)
      expect(
        (await browser.post("/auth/send-otp", { identifier: "rider@example.com" })).status,
      ).toBe(200);
    expect((await browser.post("/auth/send-otp", { identifier: "+15005550006" })).status).toBe(422);
  } finally {
    open.close();
  }
});

describe("sections 3 and 7: the answer to a request for a code", () => {
  type Answer = { newuser: { exist: boolean; username: string | null } };
  const known = async (answer: Response) => ((await answer.json()) as Answer).newuser;

  test("has the same shape for riders and strangers", async () => {
    await signInRider(server, "rider@example.com");
    server.advance(MINUTE);
    const shape = (value: unknown): unknown =>
      typeof value === "object" && value !== null
        ? Object.entries(value).map(([name, inner]) => [name, shape(inner)])
        : null;
    const rider = await (await send("rider@example.com")).json();
    const stranger = await (await send("stranger@example.com")).json();
    expect(shape(rider)).toEqual(shape(stranger));
  });

  test("reveals names for the first 5 identifiers per IP address and hour", async () => {
    for (let n = 0; n < 7; n++)
      await server.deps.write((tx) =>
        tx
          .insert(riders)
          .values({
            id: `r${n}`,
            firstName: `Name${n}`,
            lastName: "Uwase",
            email: `r${n}@example.com`,
            createdAt: 0,
            updatedAt: 0,
          })
          .run(),
      );
    for (let n = 0; n < 5; n++)
      expect(await known(await send(`r${n}@example.com`))).toMatchObject({
        exist: true,
        username: `Name${n}`,
      });
    expect(await known(await send("r5@example.com"))).toMatchObject({
      exist: false,
      username: null,
    });
    server.advance(MINUTE);
    expect(await known(await send("r4@example.com"))).toMatchObject({ exist: true });
    expect(await known(await send("r6@example.com", server.browser("198.51.100.1")))).toMatchObject(
      { exist: true },
    );
    server.advance(HOUR);
    expect(await known(await send("r5@example.com"))).toMatchObject({ exist: true });
  });

  test("reveals no name beyond 300 requests an hour or if SEND_REVEALS_NAME is off", async () => {
    await signInRider(server, "rider@example.com");
    server.advance(MINUTE);
    await insertCodeSends(298, "email");
    server.advance(30_000);
    expect(await known(await send("rider@example.com"))).toMatchObject({ exist: true });
    server.advance(30_000);
    expect(await known(await send("rider@example.com"))).toMatchObject({
      exist: false,
      username: null,
    });
    const serverWithoutNames = await createTestServer({ SEND_REVEALS_NAME: "off" });
    try {
      const { browser } = await signInRider(serverWithoutNames, "rider@example.com");
      serverWithoutNames.advance(MINUTE);
      const answer = await browser.post("/auth/send-otp", { identifier: "rider@example.com" });
      expect(await known(answer)).toMatchObject({ exist: false, username: null });
    } finally {
      serverWithoutNames.close();
    }
  });

  test("gives a driver's first name in the driver's call", async () => {
    createDriver(server, { email: "driver@example.com", firstName: "Eric" });
    const answer = await server
      .browser()
      .post("/driver/checkdriver-sendotp", { identifier: "driver@example.com" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      usercontact: "driver@example.com",
      newuser: { identifier: "driver@example.com", code: null, exist: true, username: "Eric" },
      isEmail: true,
      username: "Eric",
    });
  });
});
