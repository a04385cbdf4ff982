/** Nothing that a stranger writes into a request costs other people time or redirects them elsewhere. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { withoutPersonalData } from "../../src/process/recent-log-lines";
import { acceptsEncoding } from "../../src/server/encodings";
import { type RunningServer, startServer } from "../../src/server/server";
import { createDriver } from "../support/fleet";
import { pagePaths } from "../support/page-paths";
import { createTestServer, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let runningServer: RunningServer;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  runningServer = startServer(server.deps, new AbortController());
}, 60_000);
afterAll(async () => {
  await runningServer.stop();
  server.close();
});

/** Sends a request unchanged, which `fetch` would normalise first, and returns the start of the answer. */
function send(path: string, host = "rides.example.com", more = ""): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const socket = connect(runningServer.port, "127.0.0.1", () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`),
  );
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("close", () => resolve(text));
  socket.on("error", reject);
  return promise;
}

test.each(["/en//example.com", "/en/\\example.com", "/fr//example.com", "/en///example.com/x"])(
  "%s redirects to no other website",
  async (path) => {
    expect(await send(path)).not.toMatch(/\r\nlocation: \/\//i);
  },
);

test.each(["256.256.256.256", "1".repeat(100), "a.1", "xn--a", "a b", "a:99999"])(
  "the invalid host %s gets a 400",
  async (host) => {
    expect(await send("/", host)).toStartWith("HTTP/1.1 400 ");
  },
);

test("no page answers with a server error to a nonsense parameter, signed in or not", async () => {
  createDriver(server, { email: "driver@example.com" });
  const people = [
    await signInAdmin(server),
    (await signInDriver(server)).browser,
    (await signInRider(server)).browser,
  ];
  const cookie = people
    .flatMap(({ cookies }) => [...cookies].map(([name, value]) => `${name}=${value}`))
    .join("; ");
  const found: string[] = [];
  for (const path of await pagePaths()) {
    if (!path.includes("$")) continue;
    for (const value of ["a".repeat(5_000), "%00", "%ed%a0%80", "__proto__"])
      for (const more of ["", `Cookie: ${cookie}\r\n`]) {
        const pageAnswer = await send(path.replace(/\$\w+/g, value), undefined, more);
        if (pageAnswer.startsWith("HTTP/1.1 5")) found.push(`${path} ${value.slice(0, 10)}`);
      }
  }
  expect(found).toEqual([]);
}, 60_000);

test("long texts are processed in linear time", () => {
  const startedAt = performance.now();
  for (const text of ["a", "1", "a-", "params:"]) withoutPersonalData(text.repeat(60_000));
  acceptsEncoding(`gzip;q=0${" ".repeat(60_000)}x`, "gzip");
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
