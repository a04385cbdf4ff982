/** An answer that is the same for everybody is made and compressed once, and made again only when it changes. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
});
afterEach(() => server.close());

const ring = (west: number) => [
  [west, -2],
  [west + 0.2, -2],
  [west + 0.2, -1.8],
  [west, -1.8],
  [west, -2],
];

async function addZone(name: string, west: number): Promise<string> {
  const owner = await signInAdmin(server);
  const shape = { type: "Polygon", coordinates: [ring(west)] };
  const answer = await owner.post("/admin/zones", { name, shape });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { zone: { id: string } }).zone.id;
}

test.each(["/openapi.json", "/content/area", "/content/area/drawing", "/service-area"])(
  "%s sends everybody the same bytes, gzipped on request, and 304 if they are unchanged",
  async (path) => {
    await addZone("City", 30);
    const get = (headers: Record<string, string> = {}) => server.browser().get(path, headers);
    const plainAnswer = await get();
    const bytes = await plainAnswer.bytes();
    expect([plainAnswer.status, plainAnswer.headers.get("content-encoding")]).toEqual([200, null]);
    expect(plainAnswer.headers.get("content-length")).toBe(String(bytes.length));
    expect(plainAnswer.headers.get("vary")).toBe("Accept-Encoding");
    expect(plainAnswer.headers.get("x-content-type-options")).toBe("nosniff");
    const gzipAnswer = await get({ "accept-encoding": "gzip, br" });
    expect(gzipAnswer.headers.get("content-encoding")).toBe("gzip");
    expect(gzipAnswer.headers.get("content-type")).toBe(plainAnswer.headers.get("content-type"));
    expect(Bun.gunzipSync(await gzipAnswer.bytes())).toEqual(bytes);
    const refusedAnswer = await get({ "accept-encoding": "gzip;q=0" });
    expect(await refusedAnswer.bytes()).toEqual(bytes);
    const etag = plainAnswer.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    const known = await get({ "if-none-match": etag });
    expect([known.status, (await known.bytes()).length]).toEqual([304, 0]);
    expect((await get({ "if-none-match": 'W/"other"' })).status).toBe(200);
  },
);

test("a hundred simultaneous requests draw the service area once, and a change draws it again", async () => {
  await addZone("City", 30);
  let drawCount = 0;
  // Drawing the service area reads this once.
  const { ready } = server.deps.gazetteer;
  Object.assign(server.deps, {
    gazetteer: {
      ...server.deps.gazetteer,
      ready: () => {
        drawCount++;
        return ready();
      },
    },
  });
  const drawings = async () => {
    const answers = Array.from({ length: 100 }, async () =>
      (await server.browser().get("/content/area/drawing")).text(),
    );
    return [...new Set(await Promise.all(answers))];
  };
  const before = await drawings();
  expect([before.length, drawCount]).toEqual([1, 1]);
  await addZone("Airport", 30.3);
  const after = await drawings();
  expect([after.length, drawCount]).toEqual([1, 2]);
  expect(after[0]).toContain("Airport");
});

test("a failed drawing of the service area is tried again at the next request", async () => {
  await addZone("City", 30);
  const { gazetteer } = server.deps;
  const brokenGazetteer = {
    ...gazetteer,
    ready: () => Promise.reject(new Error("broken by a test")),
  };
  Object.assign(server.deps, { gazetteer: brokenGazetteer });
  expect((await server.browser().get("/content/area/drawing")).status).toBe(500);
  Object.assign(server.deps, { gazetteer });
  expect((await server.browser().get("/content/area/drawing")).status).toBe(200);
});

test("the call for the service area always answers the current setting", async () => {
  const area = async () => (await server.browser().get("/service-area")).json();
  expect(await area()).toEqual({ area: null });
  const id = await addZone("City", 30);
  expect(await area()).toEqual({ area: null });
  const owner = await signInAdmin(server);
  const { version } = (await (await owner.get("/admin/settings/area")).json()) as {
    version: number;
  };
  const rules = { version, area: { ends: "pickup", zoneIds: [id] } };
  expect((await owner.put("/admin/settings/area", rules)).status).toBe(200);
  expect(await area()).toMatchObject({ area: { ends: "pickup", zones: [{ name: "City" }] } });
});
