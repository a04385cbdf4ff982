/** The token of a tracking link gives access to a person's position, so no log contains it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Logger } from "@logtape/logtape";
import { redactPath } from "../../src/server/requests";
import { createTestServer, type TestServer } from "../support/server";

const token = "Zm9vYmFyYmF6cXV4cXV1eA";
let server: TestServer;
const lines: string[] = [];

beforeAll(async () => {
  server = await createTestServer();
  const note = (message: string, properties: object) => {
    lines.push(`${message} ${JSON.stringify(properties)}`);
  };
  server.deps.log = { error: note, debug: note, info: note, warning: note } as unknown as Logger;
});
afterAll(() => server.close());

test.each([
  `/track/${token}`,
  `/Track/${token}`,
  `//track/${token}`,
  `/track//${token}`,
  `/backend/track/${token}`,
  `/backend/track/${token}/events`,
  `/backend/calendars/${token}.ics`,
  `/signin/${token}`,
  `/pay/${token}`,
  `/backend/pay/${token}`,
  `/quote/${token}`,
  `/backend/quote/${token}`,
  `/approve/${token}`,
  `/backend/approve/${token}`,
])("%s is logged without its token", (path) => {
  expect(redactPath(path)).not.toContain(token);
  expect(redactPath(path)).toContain("…");
});

test("a path that only looks similar is logged in full", () => {
  for (const path of ["/trips/track", "/backend/reservations/track", "/tracks/x", "/track"])
    expect(redactPath(path)).toBe(path);
});

test("a call that fails in the server is logged without its token", async () => {
  server.deps.db.$client.run("DROP TABLE tracking_links");
  for (const suffix of ["", "/events"]) {
    const answer = await server.browser().get(`/track/${token}${suffix}`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain(token);
  }
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain(token);
});
