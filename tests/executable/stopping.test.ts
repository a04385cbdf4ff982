import { afterEach, beforeEach, expect, test } from "bun:test";
import { connect } from "node:net";
import { BusyClient } from "../support/busy-client";
import { createInstallation, type Installation } from "../support/executable";
import { until } from "../support/eventually";

let installation: Installation;

beforeEach(() => {
  installation = createInstallation();
});

afterEach(() => installation.close());

test("SIGTERM with 100 busy keep-alive clients fails no request and ends with 0 within 10 s", async () => {
  const server = await installation.start();
  const clients = Array.from({ length: 100 }, (_, index) => new BusyClient(server.port, index));
  const done = clients.map((client) => client.run());
  // Under way for good: on a busy machine that takes longer than on an idle one.
  await until("Their work", () => clients.every(({ answerCount }) => answerCount >= 3));
  const started = performance.now();
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
  expect(performance.now() - started).toBeLessThan(10_000);
  await Promise.all(done);
  expect(clients.map(({ failed }) => failed)).toEqual(clients.map(() => 0));
}, 30_000);

test("the same clients see it when a server just stops", async () => {
  // What this file's clients can see at all: a bare server, stopped at once.
  const bareServer = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response("hello"),
  });
  const port = bareServer.port ?? 0;
  const clients = Array.from({ length: 100 }, (_, index) => new BusyClient(port, index));
  const done = clients.map((client) => client.run());
  await until("Their work", () => clients.every(({ answerCount }) => answerCount >= 3));
  await bareServer.stop(true);
  await Promise.all(done);
  expect(clients.reduce((sum, { failed }) => sum + failed, 0)).toBeGreaterThan(0);
}, 30_000);

test("SIGINT ends it too, and idle connections don't hold it up", async () => {
  const server = await installation.start();
  const idleConnection = connect(server.port, "127.0.0.1");
  idleConnection.on("error", () => {});
  await new Promise((resolve) => idleConnection.once("connect", resolve));
  const started = performance.now();
  server.kill("SIGINT");
  expect(await server.exited).toBe(0);
  expect(performance.now() - started).toBeLessThan(5000);
  idleConnection.destroy();
}, 20_000);

test("kill -9 and a new start: it serves again within 2 s, from the same data", async () => {
  const first = await installation.start();
  first.kill("SIGKILL");
  await first.exited;
  const started = performance.now();
  const second = await installation.start();
  expect(performance.now() - started).toBeLessThan(2000);
  expect((await fetch(second.url)).status).toBe(200);
}, 20_000);
