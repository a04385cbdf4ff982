/** No address stops the server, for any visitor. A rejected promise that a page leaves unhandled fails these tests. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type RunningServer, startServer } from "../../src/server/server";
import { createDriver } from "../support/fleet";
import { pagePaths } from "../support/page-paths";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let runningServer: RunningServer;
let people: Record<string, Browser>;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  runningServer = startServer(server.deps, new AbortController());
  createDriver(server, { email: "driver@example.com" });
  people = {
    visitor: server.browser(),
    rider: (await signInRider(server)).browser,
    driver: (await signInDriver(server)).browser,
    accountant: await signInAdmin(server, { role: "accountant" }),
    owner: await signInAdmin(server),
  };
}, 60_000);
afterAll(async () => {
  await runningServer.stop();
  server.close();
});

test.each(["visitor", "rider", "driver", "accountant", "owner"])(
  "no page answers with a server error: %s",
  async (who) => {
    const cookies = people[who]?.cookies ?? new Map();
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const found: string[] = [];
    for (const path of await pagePaths()) {
      const address = path.replace(/\$\w+/g, "0195d3e0-0000-7000-8000-000000000000");
      const answer = await fetch(`http://localhost:${runningServer.port}${address}`, {
        redirect: "manual",
        headers: { cookie },
      });
      await answer.text();
      if (answer.status >= 500) found.push(`${path}: ${answer.status}`);
    }
    expect(found).toEqual([]);
  },
  60_000,
);
