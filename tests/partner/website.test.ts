/** Other websites book with a key that everybody can read: what it allows, from where and how often. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { settings } from "../../db/schema/settings";
import { confirmByRules } from "../../src/auto-dispatch/confirmation/actions";
import { createApiKey, withApiKey } from "../support/api-keys";
import { AIRPORT, trip } from "../support/booking";
import { createCompany } from "../support/companies";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
let token: string;
beforeEach(async () => {
  server = await createTestServer();
  owner = await signInAdmin(server);
  token = (await createApiKey(owner, { name: "Our website", scopes: ["website"] })).token;
});
afterEach(() => server.close());

const visitor = (address = "203.0.113.7") => withApiKey(server.browser(address), token);
const passenger = { name: "Aline Uwase", phone: "+250788123456" };

type Quote = {
  quote: string;
  options: { vehicleClassId: string; price: { text: string } | null }[];
};

async function order(by: Browser, overrides: object = {}, request = {}) {
  const answer = await by.post("/website/v1/quotes", trip(request));
  if (!answer.ok) throw new Error(await answer.text());
  const { quote, options } = (await answer.json()) as Quote;
  return { quote, vehicleClassId: options[0]?.vehicleClassId, passenger, ...overrides };
}

let count = 0;
const post = (by: Browser, body: object, key = `visit-${++count}`) =>
  by.post("/website/v1/bookings", body, { "idempotency-key": key });

const bookings = async () =>
  (await (await owner.get("/admin/reservations")).json()) as {
    reservations: { number: number; state: string; passenger: { name: string } }[];
  };

test("a visitor finds a place, sees prices and books, and gets only the number and state", async () => {
  const by = visitor();
  await owner.post("/admin/places", { ...AIRPORT, kind: "airport", notes: "" });
  const { places } = (await (await by.get("/website/v1/places?q=airport")).json()) as {
    places: object[];
  };
  expect(Object.keys(places[0] ?? {}).toSorted()).toEqual([
    "detail",
    "latitude",
    "longitude",
    "name",
  ]);
  const answer = await by.post("/website/v1/quotes", trip());
  const quoted = (await answer.json()) as Quote;
  expect(quoted.options[0]?.price?.text).toMatch(/^RWF [\d,]+$/);
  const body = await order(by);
  const createdAnswer = await post(by, body, "same");
  expect([createdAnswer.status, await createdAnswer.json()]).toEqual([
    201,
    { number: 1001, state: "pending" },
  ]);
  // Two requests with the same key make one booking.
  expect(await (await post(by, body, "same")).json()).toEqual({ number: 1001, state: "pending" });
  expect((await bookings()).reservations).toMatchObject([
    { number: 1001, state: "pending", passenger: { name: "Aline Uwase" } },
  ]);
  expect(await refusal(await by.post("/website/v1/bookings", body))).toEqual([
    400,
    "request.invalid",
  ]);
});

test("a place without coordinates makes the booking a request without a price", async () => {
  const gate = { name: "The blue gate", detail: "", latitude: null, longitude: null };
  const by = visitor();
  const body = await order(by, {}, { pickup: gate });
  expect(await (await post(by, body)).json()).toEqual({ number: 1001, state: "quote" });
});

test("confirmation rules never confirm a booking from a web page", async () => {
  const rule = {
    ...{ name: "All", serviceTypes: [], classIds: [], zoneIds: [], payers: [] },
    ...{ leastLeadHours: null, mostLeadHours: null, mostFareMinor: null, leastTrips: null },
    ...{ withoutNoShow: false, freeVehicle: false, action: "confirm" },
  };
  const savedAnswer = await owner.put("/admin/confirmation-rules", { rules: [rule], version: 0 });
  expect(savedAnswer.status).toBe(200);
  server.advance(1_000);
  expect((await post(visitor(), await order(visitor()))).status).toBe(201);
  await confirmByRules(server.deps);
  const { reservations } = await bookings();
  expect(reservations).toMatchObject([{ state: "pending" }]);
  const [row] = reservations as unknown as { id: string }[];
  const seen = await (await owner.get(`/admin/reservations/${row?.id}`)).text();
  expect(seen).toContain("Booked on a web page, where nobody confirms the phone number");
});

test("the server contacts the passenger only by phone number, not by e-mail", async () => {
  const { browser } = await signInRider(server, "aline@example.com");
  await post(visitor(), await order(visitor(), { passenger: { ...passenger, email: "x@y.zz" } }));
  expect(messagesTo(server, "x@y.zz")).toEqual([]);
  expect(await (await browser.get("/reservations?when=upcoming")).json()).toMatchObject({
    reservations: [],
  });
});

test("a visitor cannot put a link into the text message to the passenger", async () => {
  const name = "pay.evil.example/now";
  const gate = { name, detail: name, latitude: null, longitude: null };
  const body = await order(visitor(), { passenger: { ...passenger, name } }, { pickup: gate });
  expect((await post(visitor(), body)).status).toBe(201);
  const [passengerMessage] = messagesTo(server, passenger.phone);
  expect(passengerMessage?.text).toContain("pay. evil. example/ now");
  expect(passengerMessage?.text).not.toContain("evil.example");
});

test("the server refuses a number in a country without SMS, and a sixth booking a day for one", async () => {
  const foreignPassenger = { ...passenger, phone: "+4915112345678" };
  const refusedAnswer = await post(
    visitor(),
    await order(visitor(), { passenger: foreignPassenger }),
  );
  expect(await refusal(refusedAnswer)).toEqual([422, "code.sms_country"]);
  const from = (n: number) => visitor(`198.51.100.${n}`);
  for (let n = 0; n < 5; n++) expect((await post(from(n), await order(from(n)))).status).toBe(201);
  const sixthBooking = await post(from(6), await order(from(6)));
  expect(await refusal(sixthBooking)).toEqual([429, "request.too_many"]);
  const other = { ...passenger, phone: "+250788123457" };
  expect((await post(from(7), await order(from(7), { passenger: other }))).status).toBe(201);
});

test("a repeated request gets its booking even if it would be refused now", async () => {
  const by = visitor();
  const body = await order(by, { passenger: { ...passenger, phone: "0788123456" } });
  const first = await (await post(by, body, "one")).json();
  // The number has no country code, and is not valid in the operator's new country.
  server.deps.db.update(settings).set({ country: "IS" }).run();
  expect(await refusal(await post(by, body, "two"))).toEqual([400, "request.invalid"]);
  expect(await (await post(by, body, "one")).json()).toEqual(first);
});

test("the server silently drops a booking in which a robot filled in the hidden field", async () => {
  const answer = await post(visitor(), await order(visitor(), { website: "https://spam.example" }));
  expect(answer.status).toBe(201);
  expect((await bookings()).reservations).toEqual([]);
});

describe("the website's API key", () => {
  test("cannot make partner calls, and a partner's key cannot make website calls", async () => {
    const by = visitor();
    for (const call of ["bookings", "webhooks"])
      expect(await refusal(await by.get(`/partner/v1/${call}`))).toEqual([403, "key.scope"]);
    expect(await refusal(await by.post("/partner/v1/quotes", trip()))).toEqual([403, "key.scope"]);
    const program = withApiKey(server.browser(), (await createApiKey(owner)).token);
    const refusedAnswer = await program.post("/website/v1/quotes", trip());
    expect(await refusal(refusedAnswer)).toEqual([403, "key.scope"]);
    expect((await server.browser().post("/website/v1/quotes", trip())).status).toBe(401);
  });

  test("can have no other scope and no company", async () => {
    const company = await createCompany(owner);
    for (const [field, wrongValue] of [
      ["scopes", { scopes: ["website", "read"] }],
      ["companyId", { scopes: ["website"], companyId: company.id }],
    ] as const) {
      const answer = await owner.post("/admin/api-keys", { name: "Page", ...wrongValue });
      expect(answer.status).toBe(400);
      expect(Object.keys(((await answer.json()) as { fields: object }).fields)).toEqual([field]);
    }
  });

  test("gets no company's prices", async () => {
    const company = await createCompany(owner, { discountPercent: 20 } as object);
    const price = async (request: object) =>
      ((await (await visitor().post("/website/v1/quotes", trip(request as never))).json()) as Quote)
        .options[0]?.price;
    expect(await price({ companyId: company.id })).toEqual(await price({}));
  });

  test("may book five times an hour and send sixty requests a minute per IP address", async () => {
    for (let n = 0; n < 5; n++) {
      const other = { ...passenger, phone: `+25078812345${n}` };
      expect((await post(visitor(), await order(visitor(), { passenger: other }))).status).toBe(
        201,
      );
    }
    const body = await order(visitor());
    const refusedAnswer = await post(visitor(), body);
    expect(await refusal(refusedAnswer)).toEqual([429, "request.too_many"]);
    expect(Number(refusedAnswer.headers.get("retry-after"))).toBeGreaterThan(60);
    expect((await post(visitor("198.51.100.1"), body)).status).toBe(201);
    const reader = visitor("198.51.100.2");
    for (let n = 0; n < 60; n++)
      expect((await reader.get("/website/v1/places?q=air")).status).toBe(200);
    expect((await reader.get("/website/v1/places?q=air")).status).toBe(429);
    // Other addresses' searches do not count.
    for (let other = 10; other < 16; other++)
      for (let n = 0; n < 60; n++)
        await visitor(`198.51.100.${other}`).get("/website/v1/places?q=air");
    expect((await visitor("198.51.100.3").get("/website/v1/places?q=air")).status).toBe(200);
  });
});

describe("pages of other websites and local files", () => {
  const ask = (origin: string, headers: Record<string, string> = {}, method = "POST") =>
    server.app.fetch(
      new Request("http://livery.test/backend/website/v1/quotes", {
        method,
        headers: { host: "livery.test", origin, "content-type": "application/json", ...headers },
        ...(method === "POST" && { body: JSON.stringify(trip()) }),
      }),
      { address: "203.0.113.7" },
    );

  test.each(["null", "https://shop.example"])(
    "may make website calls from the origin %s, without cookies",
    async (origin) => {
      const before = await ask(origin, {}, "OPTIONS");
      expect(before.status).toBe(204);
      expect(before.headers.get("access-control-allow-headers")).toContain("Authorization");
      const answer = await ask(origin, { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      // Cookies are never allowed on these calls.
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      const refusedAnswer = await ask(origin);
      expect(refusedAnswer.status).toBe(401);
      expect(refusedAnswer.headers.get("access-control-allow-origin")).toBe("*");
    },
  );

  test("may make no other call", async () => {
    for (const path of ["/partner/v1/quotes", "/quotes", "/website/v1/../../contact"]) {
      const answer = await server.app.fetch(
        new Request(`http://livery.test/backend${path}`, {
          method: "POST",
          headers: { host: "livery.test", origin: "null", authorization: `Bearer ${token}` },
        }),
        { address: "203.0.113.7" },
      );
      expect(await refusal(answer)).toEqual([403, "request.foreign_origin"]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

test("the generated page contains the server's address and the name of the business", async () => {
  const { html } = (await (await owner.get("/admin/booking-page")).json()) as { html: string };
  expect(html).toContain('const address = "http://livery.test";');
  expect(html).toContain("<h1>Book a ride with Livery</h1>");
  expect(html).not.toContain("rides.example.com");
  const staff = await signInAdmin(server, { role: "dispatcher" });
  expect((await staff.get("/admin/booking-page")).status).toBe(403);
});
