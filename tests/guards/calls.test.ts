/** The calls that were promised to clients are mounted and described, with their methods. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestServer, type TestServer } from "../support/server";

const documentedCalls = `
POST /auth/send-otp
POST /auth/verify-otp
GET /auth/me
GET /auth/current-user
PUT /users/update-profile
POST /auth/logout
GET /auth/google
GET /auth/apple
GET /auth/google/callback
GET /auth/apple/callback
POST /auth/apple/callback
POST /driver/checkdriver-sendotp
POST /driver/verify-otp
GET /driver/get-driver
POST /driver/logout
POST /driver-application
POST /admin/login
GET /admin/profile
PUT /admin/edit-profile
POST /admin/logout
POST /admin/lock
POST /admin/unlock
GET /admin/reservations
GET /geo/country
GET /vehicle-data
GET /healthz
GET /metrics
POST /users/verify-contact
GET /openapi.json
`
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [string, string]);

type Description = {
  openapi: string;
  paths: Record<string, Record<string, { summary?: string; security?: unknown[] }>>;
};

let server: TestServer;
let description: Description;
beforeAll(async () => {
  server = await createTestServer();
  description = (await (await server.browser().get("/openapi.json")).json()) as Description;
});
afterAll(() => server.close());

for (const [method, path] of documentedCalls)
  test(`${method} ${path} is mounted and described`, () => {
    const routes = server.app.routes.filter((r) => r.method === method);
    expect(routes.map((r) => r.path)).toContain(`/backend${path}`);
    const call = description.paths[`/backend${path}`]?.[method.toLowerCase()];
    expect(call?.summary).toBeTruthy();
    expect(call?.security).toBeArray();
  });

test("every mounted call has a description, and every description a mounted call", () => {
  const mountedRoutes = server.app.routes
    .filter((r) => r.method !== "ALL")
    .map((r) => `${r.method} ${r.path.replace(/:(\w+)/g, "{$1}")}`);
  const described = Object.entries(description.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(new Set(described)).toEqual(new Set(mountedRoutes));
});

test("every changing call has a summary that says what it does, like `Adds a zone`", () => {
  const others = Object.values(description.paths)
    .flatMap((calls) => Object.entries(calls))
    .filter(([method]) => method !== "get")
    .map(([, { summary = "" }]) => summary)
    .filter((summary) => !/^(?:[A-Z][a-z-]+s|The|A|An|All|What|Where|How|Up to) /.test(summary));
  expect(others).toEqual([]);
});
