/** Event streams: who may read them, how many are allowed, and when they end. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createTestServer, type Browser, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await createTestServer();
  ({ browser } = await signInRider(server));
});
afterAll(() => server.close());

const openStream = () => browser.get("/reservations/events", { accept: "text/event-stream" });

/** Reads a response to the end. Rejects if it does not end within a second. */
async function drainBody(response: Response): Promise<void> {
  await Promise.race([
    response.text(),
    Bun.sleep(1_000).then(() => {
      throw new Error("The stream is still open");
    }),
  ]);
}

test("a session can have 20 streams, and closing one makes room", async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, openStream));
  expect(streams.map((stream) => stream.status)).toEqual(Array(20).fill(200));
  const refusedAnswer = await openStream();
  expect(refusedAnswer.status).toBe(429);
  expect(refusedAnswer.headers.get("retry-after")).toBe("60");

  await streams[0]?.body?.cancel();
  await Bun.sleep(10);
  const secondAnswer = await openStream();
  expect(secondAnswer.status).toBe(200);
  expect(secondAnswer.headers.get("cache-control")).toBe("no-store");
  for (const stream of [...streams.slice(1), secondAnswer]) await stream.body?.cancel();
  await Bun.sleep(10);
  expect(server.deps.bus.streamCount()).toBe(0);
});

test("the server closes the stream of a client that does not read", async () => {
  const stream = await openStream();
  const { accountId } = server.deps.db.$client
    .query<{ accountId: string }, []>("SELECT account_id AS accountId FROM sessions")
    .all()[0] ?? { accountId: "" };
  expect(server.deps.bus.streamCount()).toBe(1);
  for (let version = 1; version <= 600; version++)
    server.deps.bus.publish({
      type: "reservation",
      id: "0195d3e0-0000-7000-8000-000000000000",
      number: 1,
      state: "pending",
      version,
      riderId: accountId,
      driverIds: [],
    });
  await Bun.sleep(10);
  expect(server.deps.bus.streamCount()).toBe(0);
  await drainBody(stream);
});

test("a stream ends with its session, even if the client does not read it", async () => {
  const read = await openStream();
  const unreadAnswer = await openStream();
  const ended = drainBody(read);
  expect((await browser.post("/auth/logout")).status).toBe(200);
  await ended;
  expect(server.deps.bus.streamCount()).toBe(0);
  await drainBody(unreadAnswer);
});
