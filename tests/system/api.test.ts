import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

test("an unknown path under /backend is a JSON 404", async () => {
  const answer = await server.browser().get("/nothing");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({
    message: "There is nothing here.",
    code: "request.not_found",
  });
});

test("a wrong method is a 405 that names the right one", async () => {
  const answer = await server.browser().request("/healthz", { method: "POST" });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD");
});

test("every answer is marked nosniff and tells no foreign site where it came from", async () => {
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

test("metrics answer on the loopback address and to nobody else", async () => {
  expect((await server.browser("127.0.0.1").get("/metrics")).status).toBe(200);
  expect((await server.browser("203.0.113.9").get("/metrics")).status).toBe(404);
});

test("an unsafe request with a foreign origin is refused before its route", async () => {
  const answer = await server
    .browser()
    .request("/nothing", { method: "POST", headers: { origin: "https://evil.example" } });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: "request.foreign_origin" });
});
