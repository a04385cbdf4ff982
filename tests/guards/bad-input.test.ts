/** Sends every call input that no honest client sends. The answer is a message, never a stack trace. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createApiKey, withApiKey } from "../support/api-keys";
import { type DescribedCall, describedCalls, make, nameOf } from "../support/calls";
import { createDriver } from "../support/fleet";
import { book, trip } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let calls: DescribedCall[];
let as: Record<DescribedCall["security"], Browser>;
let reservationId: string;
let token: string;
/** The token of a key for web pages, which opens no other call. */
let pageToken: string;

beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  calls = await describedCalls(server);
  createDriver(server, { email: "driver@example.com" });
  const admin = await signInAdmin(server);
  token = (await createApiKey(admin)).token;
  pageToken = (await createApiKey(admin, { scopes: ["website"] })).token;
  as = {
    public: server.browser(),
    key: withApiKey(server.browser(), token),
    rider: (await signInRider(server)).browser,
    driver: (await signInDriver(server)).browser,
    admin,
  };
  reservationId = (await book(as.rider)).id;
});
afterAll(() => server.close());

/** Sends raw bytes, with the session that the call needs. */
function send(
  call: DescribedCall,
  body: Uint8Array<ArrayBuffer> | string,
  type: string,
): Promise<Response> {
  const cookie = [...as[call.security].cookies].map(([name, value]) => `${name}=${value}`);
  return Promise.resolve(
    server.app.fetch(
      new Request(`http://livery.test/backend${call.path.replace(/:\w+/g, reservationId)}`, {
        method: call.method,
        headers: {
          host: "livery.test",
          origin: "http://livery.test",
          cookie: cookie.join("; "),
          ...(call.security === "key" && {
            authorization: `Bearer ${call.path.startsWith("/website/") ? pageToken : token}`,
          }),
          "content-type": type,
        },
        body,
      }),
      { address: "203.0.113.7" },
    ),
  );
}

/** Returns the calls that take JSON and answer these bytes with a status other than `status`. */
async function callsNotAnswering(
  status: number,
  body: Uint8Array<ArrayBuffer> | string,
  type = "application/json",
  without: readonly string[] = [],
): Promise<string[]> {
  const found: string[] = [];
  const jsonCalls = calls.filter((call) => call.acceptsJson && !without.includes(nameOf(call)));
  expect(jsonCalls.length).toBeGreaterThan(20);
  for (const call of jsonCalls) {
    const answer = await send(call, body, type);
    const text = await answer.text();
    const { message, code } = JSON.parse(text) as { message: string; code: string };
    expect(message).toBeString();
    expect(code).toBeString();
    expect(text).not.toMatch(/\bat .*\.tsx?:\d+|SQLITE|ZodError|node_modules/);
    if (answer.status !== status) found.push(`${nameOf(call)}: ${answer.status}`);
  }
  return found;
}

const bytes = (...values: number[]) => Uint8Array.of(...values);

describe("a JSON body", () => {
  test.each([
    ["that ends early", "{"],
    ["that is empty", ""],
    ["null", "null"],
    ["an array", "[]"],
    ["a string", '"text"'],
    ["a number", "1"],
    ["with a name given twice", '{"identifier":"a@example.com","identifier":"b@example.com"}'],
    ["with __proto__", '{"__proto__":{"role":"owner"}}'],
    ["with constructor.prototype", '{"constructor":{"prototype":{"role":"owner"}}}'],
    ["of 20,000 nested arrays", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
    ["of invalid UTF-8", bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ["of UTF-16", new Uint8Array(Buffer.from('{"a":1}', "utf16le"))],
    ["with a lone surrogate", '{"reason":"\\ud800"}'],
    ["with 1e999", '{"version":1e999}'],
    ["with NaN", '{"version":NaN}'],
  ] as const)("%s gets a 400 from every call", async (_title, body) => {
    expect(await callsNotAnswering(400, body)).toEqual([]);
  });

  test("as text/plain or as a form gets a 415", async () => {
    for (const type of ["text/plain", "multipart/form-data"])
      expect(await callsNotAnswering(415, "{}", type)).toEqual([]);
    // The public forms work without scripts, so their answer is a page.
    const form = "application/x-www-form-urlencoded";
    const forms = [
      "POST /contact",
      "POST /enquiries/home-care",
      "POST /enquiries/interpreter",
      "POST /enquiries/roadside",
      "POST /enquiries/company",
      "POST /enquiries/services/:slug",
      "POST /lost-property",
      "POST /found-property",
      "POST /ride-requests",
      "POST /quote/:token",
      "POST /approve/:token",
      "POST /affiliate/:token",
    ];
    expect(await callsNotAnswering(415, "{}", form, forms)).toEqual([]);
  });

  test("above 64 KB gets a 413", async () => {
    // A zone file may have 5 MB, a price list 2 MB, a text of the website 512 KB, and a booking the signed quotes of
    // both legs. Their own tests send larger ones.
    expect(await callsNotAnswering(413, `{"note":"${"a".repeat(64 * 1024)}"}`)).toEqual([
      "POST /admin/zones/import: 400",
      "PUT /admin/fees/draft: 400",
      "POST /reservations: 400",
      "POST /partner/v1/bookings: 400",
      "POST /admin/content-preview: 400",
      "POST /admin/content: 400",
      "PUT /admin/content/:kind/:key: 400",
      "PUT /admin/content/:kind/:key/translations/:language: 400",
    ]);
  });
});

describe("a field of the wrong type", () => {
  const wrongValues = [1234, ["1234"], { $ne: "" }, null, true];
  test.each([
    ["/auth/send-otp", "identifier", {}],
    ["/auth/verify-otp", "identifier", { otp: "1234" }],
    ["/driver/checkdriver-sendotp", "identifier", {}],
    ["/admin/login", "email", { password: "secret" }],
    ["/admin/login", "password", { email: "a@example.com" }],
    ["/quotes", "pickupLocal", trip()],
    ["/quotes", "pickup", trip()],
    ["/quotes", "passengers", { ...trip(), passengers: undefined }],
  ] as const)("gets a 400 from %s: %s", async (path, field, rest) => {
    for (const value of wrongValues) {
      if (field === "passengers" && value === 1234) continue;
      const answer = await server.browser().post(path, { ...rest, [field]: value });
      expect([value, answer.status]).toEqual([value, 400]);
    }
  });

  test("a booking without a valid quote gets a 400", async () => {
    for (const body of [
      {},
      { quote: "", vehicleClassId: "x" },
      { quote: 1, vehicleClassId: "x" },
      { quote: "e30.e30", vehicleClassId: "x" },
    ])
      expect((await as.rider.post("/reservations", body)).status).toBe(400);
    expect((await as.rider.get("/reservations")).status).toBe(200);
  });
});

describe("a list", () => {
  const listsWith = (parameter: string) =>
    calls.filter(({ method, query }) => method === "GET" && query.includes(parameter));

  test.each([
    "limit=-1",
    "limit=0",
    "limit=101",
    "limit=1.5",
    "limit=NaN",
    "limit=x",
    "cursor=x",
    "cursor=W10",
    "cursor=bnVsbA",
    "cursor=%00",
    `cursor=${Buffer.from('[{"$ne":1},"a"]').toString("base64url")}`,
  ])("with %s gets a 400", async (query) => {
    const lists = listsWith(query.slice(0, query.indexOf("=")));
    expect(lists.length).toBeGreaterThan(4);
    for (const call of lists) {
      const answer = await as[call.security].get(`${call.path}?${query}`);
      expect([nameOf(call), answer.status]).toEqual([nameOf(call), 400]);
      expect(await answer.json()).toHaveProperty("message");
    }
  });

  test.each([
    "sort=pickup_at",
    "sort=pickupAt;DROP TABLE reservations",
    "sort=(SELECT 1)",
    "state=asleep",
    "state='",
    "from=2026-02-30",
    "from=20261120",
    "to=tomorrow",
  ])("of reservations with %s gets a 400", async (query) => {
    const answer = await as.admin.get(`/admin/reservations?${encodeURI(query)}`);
    expect(answer.status).toBe(400);
  });

  test("is empty beyond its end", async () => {
    const cursor = Buffer.from(JSON.stringify([Number.MAX_SAFE_INTEGER, "zzzz"])).toString(
      "base64url",
    );
    for (const path of ["/reservations", "/admin/reservations"]) {
      const answer = await as[path === "/reservations" ? "rider" : "admin"].get(
        `${path}?cursor=${cursor}`,
      );
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        200,
        { reservations: [], nextCursor: null },
      ]);
    }
  });

  test("takes SQL and search syntax as plain words", async () => {
    for (const q of ["'; DROP TABLE reservations; --", '"', "*", "a OR b", "NEAR(", "\\", "%"]) {
      const answer = await as.admin.get(`/admin/reservations?q=${encodeURIComponent(q)}`);
      expect([q, answer.status]).toEqual([q, 200]);
    }
    expect((await as.admin.get("/admin/reservations")).status).toBe(200);
  });
});

test("another rider's id, an unknown id and a malformed id get the same 404", async () => {
  const { browser } = await signInRider(server, "other@example.com");
  const unknown = "0195d3e0-0000-7000-8000-000000000000";
  const answers = new Set<string>();
  for (const id of [reservationId, unknown, "1", "'", "..%2f..%2fetc%2fpasswd", "%00"]) {
    for (const suffix of ["", "/cancellation"]) {
      const answer = await browser.get(`/reservations/${id}${suffix}`);
      expect([id, answer.status]).toEqual([id, 404]);
      answers.add(await answer.text());
    }
    expect((await browser.post(`/reservations/${id}/cancellation`, { version: 1 })).status).toBe(
      404,
    );
    expect((await as.driver.get(`/driver/reservations/${id}`)).status).toBe(404);
    expect(
      (await as.driver.post(`/driver/reservations/${id}/acceptance`, { version: 1 })).status,
    ).toBe(404);
    expect(
      (await as.driver.post(`/driver/reservations/${id}/progress`, { version: 1, to: "en_route" }))
        .status,
    ).toBe(404);
  }
  expect(answers.size).toBe(1);
  expect((await as.rider.get(`/reservations/${reservationId}`)).status).toBe(200);
});

test("a path that cannot be decoded gets a 400 or 404", async () => {
  for (const path of [
    "/reservations/%",
    "/reservations/%e0%a4%a",
    "/%c0%ae%c0%ae/",
    "/reservations/%zz",
  ]) {
    const answer = await as.rider.get(path);
    expect([path, [400, 404].includes(answer.status)]).toEqual([path, true]);
    expect(await answer.json()).toHaveProperty("message");
  }
});

test("a method that a path does not support gets a 405 that names the allowed ones", async () => {
  const methods = Map.groupBy(calls, ({ path }) => path);
  for (const [path, methodsOfPath] of methods) {
    const answer = await make(as.public, { method: "PATCH", path });
    expect([path, answer.status]).toEqual([path, 405]);
    const allow = answer.headers.get("allow") ?? "";
    for (const { method } of methodsOfPath) expect(allow.split(", ")).toContain(method);
  }
});
