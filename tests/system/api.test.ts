import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

test("an unknown path under /backend gets a 404 in JSON", async () => {
  const answer = await server.browser().get("/nothing");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({
    message: "We could not find this.",
    code: "request.not_found",
  });
});

test("a wrong method gets a 405 that lists the allowed ones", async () => {
  const answer = await server.browser().request("/healthz", { method: "POST" });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD");
});

test("every answer has the security headers for content type, referrer and frames", async () => {
  for (const path of ["/healthz", "/nothing", "/settings"]) {
    const answer = await server.browser().get(path);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  }
});

test("the settings come from the configuration on first start", async () => {
  const answer = await server.browser().get("/settings");
  expect(await answer.json()).toMatchObject({
    brand: "Livery",
    brandSlug: "livery",
    currency: "RWF",
    timeZone: "Africa/Kigali",
    town: "Kigali",
    demo: false,
  });
});

test("metrics are served only on the loopback address", async () => {
  expect((await server.browser("127.0.0.1").get("/metrics")).status).toBe(200);
  expect((await server.browser("203.0.113.9").get("/metrics")).status).toBe(404);
});

test("an unsafe request with a foreign origin is refused before routing", async () => {
  const answer = await server
    .browser()
    .request("/nothing", { method: "POST", headers: { origin: "https://evil.example" } });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: "request.foreign_origin" });
});

test("metrics count each answer once by method, area and status, in cumulative buckets", async () => {
  const browser = server.browser("127.0.0.1");
  const countOf = (text: string, line: string) =>
    Number(
      text
        .split("\n")
        .find((row) => row.startsWith(line))
        ?.split(" ")
        .at(-1),
    );
  const labels = 'method="GET",area="backend",status="200"';
  const read = async () => await (await browser.get("/metrics")).text();
  const before = await read();
  for (let i = 0; i < 3; i++) await browser.get("/healthz");
  const after = await read();
  const countLine = `livery_request_seconds_count{${labels}}`;
  // The three requests, and the first reading of the metrics itself.
  expect(countOf(after, countLine) - (countOf(before, countLine) || 0)).toBe(4);
  expect(countOf(after, `livery_request_seconds_bucket{${labels},le="+Inf"}`)).toBe(
    countOf(after, countLine),
  );
  expect(countOf(after, `livery_request_seconds_bucket{${labels},le="10"}`)).toBe(
    countOf(after, countLine),
  );
  expect(countOf(after, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(countOf(after, "livery_outbox_waiting")).toBeGreaterThanOrEqual(0);
  expect(countOf(after, "process_start_time_seconds")).toBeGreaterThan(1.6e9);
});
