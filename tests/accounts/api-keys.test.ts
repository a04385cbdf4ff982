/** API keys: who adds them, what they give access to, and when they are refused. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { apiKeys } from "../../db/schema/api-keys";
import type { ApiKeyList } from "../../src/accounts/keys/key-contract";
import { isWithin, readNetwork } from "../../src/server/addresses";
import { createApiKey, withApiKey } from "../support/api-keys";
import { trip } from "../support/booking";
import { createCompany } from "../support/companies";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer();
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const QUOTES_PATH = "/partner/v1/quotes";
const BOOKINGS_PATH = "/partner/v1/bookings";
const as = (token: string, address?: string) => withApiKey(server.browser(address), token);
const list = async () => (await (await owner.get("/admin/api-keys")).json()) as ApiKeyList;

test("the server shows an API key once, stores its hash and lists its first characters", async () => {
  const { key, token } = await createApiKey(owner, { name: "Hotel website", networks: [] });
  expect(token).toMatch(/^livery_[\w-]{43}$/);
  expect(key).toMatchObject({ name: "Hotel website", state: "active", lastUsedAt: null });
  expect(key.prefix).toBe(token.slice(0, 13));
  expect(JSON.stringify(await list())).not.toContain(token);
  const stored = JSON.stringify(server.deps.db.select().from(apiKeys).all());
  expect(stored).not.toContain(token);
  expect(JSON.stringify([...server.deps.lines.list()])).not.toContain(token);
  const audit = await (await owner.get("/admin/audit")).text();
  expect(audit).toContain("Added the API key Hotel website");
  expect(audit).not.toContain(token.slice(13));
});

test("only owners list, rename and revoke API keys", async () => {
  const { key } = await createApiKey(owner);
  for (const role of ["dispatcher", "accountant"] as const) {
    const staff = await signInAdmin(server, { role });
    expect(await refusal(await staff.get("/admin/api-keys"))).toEqual([403, "request.forbidden"]);
    expect((await staff.put(`/admin/api-keys/${key.id}`, { name: "Mine" })).status).toBe(403);
    expect((await staff.delete(`/admin/api-keys/${key.id}`)).status).toBe(403);
  }
});

test("the server refuses a revoked API key from the next call on and keeps it in the list", async () => {
  const { key, token } = await createApiKey(owner);
  expect((await as(token).post(QUOTES_PATH, trip())).status).toBe(200);
  expect((await list()).keys[0]?.lastUsedAt).not.toBeNull();
  expect((await owner.delete(`/admin/api-keys/${key.id}`)).status).toBe(200);
  const refusedAnswer = await as(token).post(QUOTES_PATH, trip());
  expect(refusedAnswer.headers.get("www-authenticate")).toBe("Bearer");
  expect(await refusal(refusedAnswer)).toEqual([401, "key.refused"]);
  expect((await owner.delete(`/admin/api-keys/${key.id}`)).status).toBe(200);
  expect((await list()).keys[0]?.state).toBe("revoked");
  expect(
    (await (await owner.get("/admin/audit")).text()).match(/Revoked the API key/g),
  ).toHaveLength(1);
});

test("an owner renames an API key, and the audit log records both names", async () => {
  const { key } = await createApiKey(owner);
  expect((await owner.put(`/admin/api-keys/${key.id}`, { name: "Front desk" })).status).toBe(200);
  expect((await list()).keys[0]?.name).toBe("Front desk");
  expect(await (await owner.get("/admin/audit")).text()).toContain(
    "Renamed the API key Hotel website to Front desk",
  );
  expect((await owner.put("/admin/api-keys/none", { name: "Front desk" })).status).toBe(404);
});

test("an API key works until the end of its last day", async () => {
  const { token } = await createApiKey(owner, { expiresOn: "2026-11-20" });
  server.advance(13 * 3_600_000);
  expect((await as(token).get(BOOKINGS_PATH)).status).toBe(200);
  server.advance(3_600_000);
  expect(await refusal(await as(token).get(BOOKINGS_PATH))).toEqual([401, "key.refused"]);
  owner = await signInAdmin(server);
  expect((await list()).keys[0]?.state).toBe("expired");
});

test("an API key works only from its networks and ignores a forged client address", async () => {
  const networks = ["198.51.100.0/24", "2001:db8::/32"];
  const { token } = await createApiKey(owner, { networks });
  const from = async (address: string) => (await as(token, address).get(BOOKINGS_PATH)).status;
  expect(await from("198.51.100.200")).toBe(200);
  expect(await from("2001:db8:7::1")).toBe(200);
  expect(await from("::ffff:198.51.100.9")).toBe(200);
  expect(await refusal(await as(token, "198.51.101.1").get(BOOKINGS_PATH))).toEqual([
    403,
    "key.address",
  ]);
  // The header is ignored, because no trusted proxy wrote it.
  const forgedAddressAnswer = await as(token).get(BOOKINGS_PATH, {
    "x-forwarded-for": "198.51.100.200",
  });
  expect(forgedAddressAnswer.status).toBe(403);
});

test("each call accepts only API keys with its scope", async () => {
  const quoting = as((await createApiKey(owner, { scopes: ["quotes"] })).token);
  expect((await quoting.post(QUOTES_PATH, trip())).status).toBe(200);
  expect(await refusal(await quoting.get(BOOKINGS_PATH))).toEqual([403, "key.scope"]);
  const key = { "idempotency-key": "a" };
  expect(await refusal(await quoting.post(BOOKINGS_PATH, {}, key))).toEqual([403, "key.scope"]);
  const reading = as((await createApiKey(owner, { scopes: ["read"] })).token);
  expect((await reading.get(BOOKINGS_PATH)).status).toBe(200);
  expect(await refusal(await reading.post(QUOTES_PATH, trip()))).toEqual([403, "key.scope"]);
});

test("an API key opens no session calls, and a session cookie opens no partner calls", async () => {
  const { token } = await createApiKey(owner);
  for (const path of ["/admin/reservations", "/reservations", "/driver/reservations"])
    expect((await as(token).get(path)).status).toBe(401);
  expect(await refusal(await owner.get(BOOKINGS_PATH))).toEqual([401, "request.unauthenticated"]);
});

test.each(["", "Bearer", "Bearer ", "Basic bGl2ZXJ5", "Bearer livery_x", "Bearer a b", "livery_x"])(
  "the partner API answers 401 to the Authorization header %p",
  async (authorization) => {
    const answer = await server.browser().get(BOOKINGS_PATH, { authorization });
    expect(answer.status).toBe(401);
  },
);

test("each API key has its own rate limit, from any IP address", async () => {
  const [one, other] = [await createApiKey(owner), await createApiKey(owner, { name: "Other" })];
  for (let n = 0; n < 300; n++) await as(one.token, `203.0.113.${n % 200}`).get(BOOKINGS_PATH);
  const refusedAnswer = await as(one.token, "198.51.100.7").post(QUOTES_PATH, trip());
  expect([refusedAnswer.status, refusedAnswer.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await as(other.token).get(BOOKINGS_PATH)).status).toBe(200);
  server.advance(60_000);
  expect((await as(one.token).get(BOOKINGS_PATH)).status).toBe(200);
});

describe("creating an API key", () => {
  test.each([
    ["without a name", { name: " " }, "name"],
    ["without a scope", { scopes: [] }, "scopes"],
    ["with an expiry date in the past", { expiresOn: "2026-11-19" }, "expiresOn"],
    ["for a company that does not exist", { companyId: "none" }, "companyId"],
    ["with an invalid IP network", { networks: ["203.0.113.0/99"] }, "networks"],
  ])("is refused %s", async (_title, wrongFields, field) => {
    const answer = await owner.post("/admin/api-keys", {
      ...{ name: "Hotel", scopes: ["read"] },
      ...wrongFields,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(((await answer.json()) as { fields: object }).fields)).toEqual([field]);
    expect((await list()).keys).toEqual([]);
  });

  test("is refused when a hundred keys exist", async () => {
    for (let n = 0; n < 100; n++) await createApiKey(owner);
    const one = { name: "One more", scopes: ["read"] };
    expect(await refusal(await owner.post("/admin/api-keys", one))).toEqual([422, "key.too_many"]);
  });
});

test("an owner binds an API key to a company, and the list shows the company's name", async () => {
  const company = await createCompany(owner);
  await createApiKey(owner, { companyId: company.id });
  const { keys, companies } = await list();
  expect(keys[0]?.company).toEqual({ id: company.id, name: company.name });
  expect(companies).toEqual([{ id: company.id, name: company.name }]);
});

test("readNetwork normalises a network, and isWithin finds the addresses in it", () => {
  expect(readNetwork(" 203.0.113.7 ")).toBe("203.0.113.7");
  expect(readNetwork("203.0.113.7/32")).toBe("203.0.113.7");
  expect(readNetwork("10.0.0.0/8")).toBe("10.0.0.0/8");
  expect(readNetwork("2001:DB8:0::/48")).toBe("2001:db8::/48");
  for (const typed of [
    "",
    "hotel",
    "10.0.0.0/0",
    "10.0.0.0/33",
    "10.0.0.0/x",
    "::/129",
    "fe80::1%eth0",
  ])
    expect([typed, readNetwork(typed)]).toEqual([typed, null]);
  expect(isWithin("10.255.0.1", ["10.0.0.0/8"])).toBe(true);
  expect(isWithin("11.0.0.1", ["10.0.0.0/8", "2001:db8::/48"])).toBe(false);
  expect(isWithin("2001:db8:0:1::5", ["10.0.0.0/8", "2001:db8::/48"])).toBe(true);
});

test("only an owner publishes the page for developers, and the audit log records it", async () => {
  const publish = (developersPublic: boolean) =>
    owner.put("/admin/settings/developers", { developersPublic });
  expect((await list()).developersPublic).toBe(false);
  expect((await publish(true)).status).toBe(200);
  expect((await publish(true)).status).toBe(200);
  expect((await list()).developersPublic).toBe(true);
  const log = await (await owner.get("/admin/audit")).text();
  expect(log.match(/Published the page for developers/g)).toHaveLength(1);
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  expect(
    (await dispatcher.put("/admin/settings/developers", { developersPublic: false })).status,
  ).toBe(403);
});
