/** Limits that a flood of requests cannot avoid, and what still works when writing is impossible. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { DatabaseBusyError } from "../../db/writer";
import { book, quote } from "../support/booking";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

test("the addresses of one IPv6 network share their limit", async () => {
  const choose = (address: string) =>
    server
      .browser(address)
      .post("/admin/password", { token: "none", password: "long enough" })
      .then((answer) => answer.status);
  const statuses: number[] = [];
  for (let host = 1; host <= 31; host++)
    statuses.push(await choose(`2001:db8:0:1::${host.toString(16)}`));
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  expect(await choose("2001:db8:0:2::1")).toBe(401);
});

test("a rider can still read when the use of their session cannot be written", async () => {
  const { browser } = await signInRider(server);
  const { write } = server.deps;
  server.deps.write = () => Promise.reject(new DatabaseBusyError("held by a test"));
  server.advance(120_000);
  expect((await browser.get("/auth/current-user")).status).toBe(200);
  expect((await browser.get("/reservations")).status).toBe(200);
  server.deps.write = write;
});

test("a quote from before the clock was set back counts as expired", async () => {
  const { browser } = await signInRider(server);
  const { quote: text, options } = await quote(browser);
  server.advance(-3_600_000);
  const answer = await browser.post("/reservations", {
    quote: text,
    vehicleClassId: options[0]?.vehicleClass.id,
  });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ code: "quote.expired" });
  expect((await book(browser)).state).toBe("pending");
});

test("a quote with anything after its signature is refused", async () => {
  const { browser } = await signInRider(server);
  const { quote: text, options } = await quote(browser);
  const answer = await browser.post("/reservations", {
    quote: `${text}.more`,
    vehicleClassId: options[0]?.vehicleClass.id,
  });
  expect(answer.status).toBe(400);
});

test("metrics are open to this machine, but not to requests through a proxy on it", async () => {
  const here = server.browser("127.0.0.1");
  expect((await here.get("/metrics")).status).toBe(200);
  const shown: Record<string, string>[] = [
    { "x-forwarded-for": "127.0.0.1" },
    { forwarded: "for=203.0.113.9" },
    { "x-real-ip": "203.0.113.9" },
    { "x-forwarded-proto": "https" },
    { via: "1.1 proxy" },
  ];
  for (const headers of shown)
    expect((await here.get("/metrics", headers)).status, JSON.stringify(headers)).toBe(404);
  expect((await server.browser("203.0.113.9").get("/metrics")).status).toBe(404);

  const serverBehindProxy = await createTestServer({ TRUST_PROXY: "1" });
  const metricsAnswer = (forwardedHeader: string) =>
    serverBehindProxy.browser("127.0.0.1").get("/metrics", { "x-forwarded-for": forwardedHeader });
  expect((await metricsAnswer("127.0.0.1")).status).toBe(200);
  expect((await metricsAnswer("127.0.0.1, 203.0.113.9")).status).toBe(404);
  const unsaid = { forwarded: "for=203.0.113.9" };
  expect((await serverBehindProxy.browser("127.0.0.1").get("/metrics", unsaid)).status).toBe(404);
  for (const nobody of ["unknown", "", "127.0.0.1, hidden"])
    expect((await metricsAnswer(nobody)).status, nobody).toBe(404);
  serverBehindProxy.close();
});

test("a rider can make 300 bookings at once, then gets a 429", async () => {
  const { browser } = await signInRider(server);
  const { quote: text, options } = await quote(browser);
  const post = () =>
    browser
      .post("/reservations", { quote: text, vehicleClassId: options[0]?.vehicleClass.id })
      .then((answer) => answer.status);
  const statuses = await Promise.all(Array.from({ length: 310 }, post));
  expect(statuses.filter((status) => status === 201)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test("a rider can change a note 60 times an hour, then gets a 429", async () => {
  const { browser } = await signInRider(server);
  const trip = await book(browser);
  const rewrite = (n: number) =>
    browser.put(`/reservations/${trip.id}`, { version: n, note: `Ring ${n} times` });
  for (let n = 1; n <= 60; n++) expect((await rewrite(n)).status).toBe(200);
  const refusedAnswer = await rewrite(61);
  expect([refusedAnswer.status, refusedAnswer.headers.get("retry-after")]).toEqual([429, "3600"]);
  server.advance(3_600_000);
  expect((await rewrite(61)).status).toBe(200);
});
