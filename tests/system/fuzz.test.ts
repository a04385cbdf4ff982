/** Every described call with input that its own schema allows. The long form is `bun run soak`. */
import { expect, test } from "bun:test";
import { fillDemo } from "../../src/demo/fill";
import { fuzz } from "../soak/fuzz";
import { createTestServer } from "../support/server";

async function fuzzDemoServer(
  prepare: (server: Awaited<ReturnType<typeof createTestServer>>) => void,
) {
  const server = await createTestServer({ RATE_LIMITS: "off" });
  try {
    await fillDemo(server.deps);
    prepare(server);
    return await fuzz(server, { runs: 2, seed: 20_261_120, readLog: () => [] });
  } finally {
    server.close();
  }
}

test("no call answers with a server error, hangs or gives a malformed refusal", async () => {
  const { requests, statuses, failures } = await fuzzDemoServer(() => {});
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(800);
  // Calls are really carried out: they read, create and refuse for their own reasons.
  for (const status of [200, 201, 400, 404, 409]) expect(statuses[status]).toBeGreaterThan(0);
}, 120_000);

test("the fuzzer finds a planted fault", async () => {
  const { failures } = await fuzzDemoServer(({ deps }) => {
    deps.db.$client.run("PRAGMA foreign_keys = OFF");
    deps.db.$client.run("DROP TABLE contact_templates");
  });
  expect(failures.map(({ call, status }) => `${status} ${call}`)).toContain(
    "500 GET /admin/contact-templates",
  );
}, 120_000);
