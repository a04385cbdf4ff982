/** The calls of signing in answer any input with JSON and a fitting status. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { codeGuesses, codeSends } from "../../db/schema/accounts";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { lastMessage, signInDriver, signInRider } from "../support/sign-in";
import { createDriver } from "../support/fleet";

let server: TestServer;
let signedIn: Browser;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  createDriver(server, { email: "driver@example.com" });
  const { browser } = await signInDriver(server);
  ({ browser: signedIn } = await signInRider(server, "rider@example.com", { browser }));
});
afterAll(() => server.close());

const calls = [
  "/auth/send-otp",
  "/auth/verify-otp",
  "/auth/signin-link",
  "/users/verify-contact",
  "/driver/checkdriver-sendotp",
  "/driver/verify-otp",
  "/driver/notifications/read",
];
const identifierCalls = calls.filter((path) => !/link|notifications/.test(path));

function raw(
  path: string,
  body: BodyInit | null,
  headers: Record<string, string> = { "content-type": "application/json" },
  method = "POST",
): Promise<Response> {
  const cookie = [...signedIn.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return Promise.resolve(
    server.app.fetch(
      new Request(`http://livery.test/backend${path}`, {
        method,
        headers: { ...headers, cookie, origin: "http://livery.test", host: "livery.test" },
        body,
      }),
      { address: "203.0.113.7" },
    ),
  );
}

async function expectStatus(answer: Response, status: number): Promise<void> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toStartWith("application/json");
  const body = (await answer.json()) as { message: string; code: string };
  expect(body.message).toBeString();
  expect(body.code).toMatch(/^[a-z_]+\.[a-z_]+$/);
  expect(JSON.stringify(body)).not.toMatch(/\bat \/|node_modules|\.ts:/);
}

const malformedBodies: [string, BodyInit][] = [
  ["{", "{"],
  ["nothing", ""],
  ["null", "null"],
  ["an array", "[]"],
  ["a string", '"rider@example.com"'],
  ["a number", "1"],
  ["a name twice", '{"identifier":"a@example.com","identifier":"b@example.com"}'],
  ["__proto__", '{"__proto__":{"identifier":"a@example.com"}}'],
  ["constructor.prototype", '{"constructor":{"prototype":{"identifier":"a@example.com"}}}'],
  ["20,000 nested arrays", `{"identifier":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", new Uint8Array(Buffer.from('{"identifier":"a@example.com"}', "utf16le"))],
  ["a lone surrogate", '{"identifier":"a\\ud800@example.com","otp":"1234","token":"\\ud800"}'],
  ["1e999", '{"identifier":1e999,"otp":"1234","token":1e999,"ids":1e999}'],
];

describe.each(calls)("%s", (path) => {
  test.each(malformedBodies)("answers 400 to %s", async (_title, body) => {
    await expectStatus(await raw(path, body), 400);
  });

  test("answers 415 to anything but JSON", async () => {
    await expectStatus(await raw(path, "{}", { "content-type": "text/plain" }), 415);
    await expectStatus(
      await raw(path, "identifier=a", { "content-type": "application/x-www-form-urlencoded" }),
      415,
    );
    await expectStatus(await raw(path, new Uint8Array([0x7b, 0x7d]), {}), 415);
  });

  test("answers 413 to more than 64 KB, also in chunks", async () => {
    const large = JSON.stringify({ identifier: "a".repeat(70_000) });
    await expectStatus(await raw(path, large), 413);
    const chunks = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 70; n++) controller.enqueue(new Uint8Array(1_000).fill(0x20));
        controller.close();
      },
    });
    await expectStatus(await raw(path, chunks), 413);
  });

  test("answers 405 to other methods and lists the allowed ones", async () => {
    const answer = await raw(path, null, {}, "PATCH");
    expect(answer.headers.get("allow")).toContain("POST");
    await expectStatus(answer, 405);
  });

  test("answers 403 to a foreign origin", async () => {
    const answer = await signedIn.post(path, {}, { origin: "https://evil.example" });
    await expectStatus(answer, 403);
  });
});

describe.each(identifierCalls)("the identifier of %s", (path) => {
  test.each([
    ["number", 250788123456],
    ["array", ["rider@example.com"]],
    ["object", { $ne: "" }],
    ["boolean", true],
    ["null", null],
    ["missing", undefined],
  ])("gets a 400 if it is: %s", async (_title, identifier) => {
    await expectStatus(await signedIn.post(path, { identifier, otp: "1234" }), 400);
  });

  test.each([
    "a@b",
    "a@b@example.com",
    "rider@example.com\r\nBcc: x@example.com",
    "rider@example.com,x@example.com",
    "<rider@example.com>",
    "rider@example.c",
    "rider @example.com",
    "",
    "   ",
    "+0788123456",
    "+1234567890123456",
    "-250788123456",
    ".250788123456",
    "/250788123456",
    "+250788",
    "\0",
    "' OR 1=1 --",
    `${"a".repeat(10_000)}@example.com`,
    `${"1".repeat(10_000)}`,
    `${"a.".repeat(5_000)}@example.com`,
  ])("gets a 400 within a second if it is %j", async (identifier) => {
    const started = performance.now();
    const answer = await signedIn.post(path, { identifier, otp: "1234" });
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(await answer.clone().json()).toMatchObject({
      message: "Invalid email or phone number",
      code: "identifier.invalid",
    });
    await expectStatus(answer, 400);
  });
});

describe.each(["/auth/verify-otp", "/driver/verify-otp", "/users/verify-contact"])(
  "the code of %s",
  (path) => {
    test.each(
      [
        "",
        "123",
        "12345",
        "123456",
        1234,
        ["1234"],
        { $ne: "" },
        "12 4",
        " 1234",
        "1234\n",
        "١٢٣٤",
        "１２３４",
        "12.4",
        "-123",
        "0x1F",
        "1e10",
        null,
        undefined,
        true,
      ].map((otp) => [otp]),
    )("gets a 400 if it is %j, which counts as no guess", async (otp) => {
      const answer = await signedIn.post(path, { identifier: "driver@example.com", otp });
      await expectStatus(answer, 400);
      expect(server.deps.db.select().from(codeGuesses).all()).toEqual([]);
    });
  },
);

test("verify-otp does not accept a calling code in place of the one-time code", async () => {
  const answer = await signedIn.post("/auth/verify-otp", {
    identifier: "+250788123456",
    code: "250",
  });
  await expectStatus(answer, 400);
});

test("the server sends no code for any of the bad requests", () => {
  const requests = server.deps.db
    .select()
    .from(codeSends)
    .all()
    .map((row) => row.identifier);
  expect([...new Set(requests)].sort()).toEqual(["driver@example.com", "rider@example.com"]);
});

test("wrong, expired, used, unknown and other browsers' codes get the same answer", async () => {
  const answers: Response[] = [];
  const verify = async (browser: Browser, identifier: string, otp: string) => {
    answers.push(await browser.post("/auth/verify-otp", { identifier, otp }));
  };
  const browser = server.browser();
  await verify(browser, "nobody@example.com", "1234");
  await browser.post("/auth/send-otp", { identifier: "a@example.com" });
  const { code } = lastMessage(server, "a@example.com");
  await verify(browser, "a@example.com", code === "0000" ? "0001" : "0000");
  await verify(server.browser(), "a@example.com", code);
  await browser.post("/auth/verify-otp", { identifier: "a@example.com", otp: code });
  await verify(browser, "a@example.com", code);
  await browser.post("/auth/send-otp", { identifier: "b@example.com" });
  server.advance(6 * 60_000);
  await verify(browser, "b@example.com", lastMessage(server, "b@example.com").code);
  const seen = await Promise.all(
    answers.map(async (answer) => [
      answer.status,
      await answer.text(),
      [...answer.headers].filter(([name]) => name !== "date" && name !== "x-request-id"),
    ]),
  );
  expect(answers).toHaveLength(5);
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
});

test("a path with broken percent-encoding or an odd id gets a 404 or 400", async () => {
  for (const path of ["/users/%E0%A4%A/picture", "/users/..%2F..%2Fetc%2Fpasswd/picture"])
    expect([400, 404]).toContain((await signedIn.get(path)).status);
  expect((await signedIn.delete("/auth/sessions/%00")).status).toBe(404);
});
