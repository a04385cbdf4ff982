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

test("SIGTERM with 100 busy clients fails no request, and the server exits with 0 within 10 s", async () => {
  const server = await installation.start();
  const clients = Array.from({ length: 100 }, (_, index) => new BusyClient(server.port, index));
  const done = clients.map((client) => client.run());
  // All clients are busy; this takes longer on a busy machine.
  await until("Their work", () => clients.every(({ answerCount }) => answerCount >= 3));
  const started = performance.now();
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
  expect(performance.now() - started).toBeLessThan(10_000);
  await Promise.all(done);
  expect(clients.map(({ failed }) => failed)).toEqual(clients.map(() => 0));
}, 30_000);

test("the busy clients of these tests notice a server that stops at once", async () => {
  // Shows that these clients notice a problem at all: a bare server, stopped at once.
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

test("SIGINT stops the server, too, and idle connections do not delay it", async () => {
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

test("the server serves again within 2 s after kill -9", async () => {
  const first = await installation.start();
  first.kill("SIGKILL");
  await first.exited;
  const started = performance.now();
  const second = await installation.start();
  expect(performance.now() - started).toBeLessThan(2000);
  expect((await fetch(second.url)).status).toBe(200);
}, 20_000);
