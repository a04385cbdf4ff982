/** Until an owner publishes a price list, trips are requests, and nobody sees a price anywhere. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ContentItemAnswer } from "../../src/content/content-desk-contract";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";
import type { ReservationAnswer } from "../../src/reservations/contract";
import { type RunningServer, startServer } from "../../src/server/server";
import { quote, trip } from "../support/booking";
import { mountedCalls, nameOf } from "../support/calls";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { pagePaths } from "../support/page-paths";
import { messagesTo, signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let runningServer: RunningServer;
let owner: Browser;
let rider: Browser;
let driver: Browser;
beforeAll(async () => {
  server = await createTestServer(
    { CURRENCY: "EUR", RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" },
    { isUnopened: true },
  );
  runningServer = startServer(server.deps, new AbortController());
  owner = await signInAdmin(server);
  // The site is open and takes bookings without prices.
  expect((await owner.put("/admin/settings/opening", { open: true, version: 1 })).status).toBe(200);
  rider = (await signInRider(server)).browser;
  const vehicle = createVehicle(server);
  const { email } = createDriver(server, { vehicleId: vehicle.id });
  driver = (await signInDriver(server, email ?? "")).browser;
}, 60_000);
afterAll(async () => {
  await runningServer.stop();
  server.close();
});

/** An amount in the operator's currency, with the sign before or after it. */
const MONEY_PATTERN = /(?:EUR|€)\s?\d|\d\s?(?:EUR|€)/;

/** Returns each price in an answer: an amount other than zero, or one within a text. */
function pricesIn(value: unknown, path = ""): string[] {
  if (typeof value === "string") return MONEY_PATTERN.test(value) ? [`${path}: ${value}`] : [];
  if (typeof value === "number")
    return /(?:Minor|price)$/i.test(path) && value !== 0 ? [`${path}: ${value}`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => pricesIn(inside, `${path}.${key}`));
}

async function request(
  browser: Browser,
  over: Record<string, unknown> = {},
): Promise<ReservationAnswer["reservation"]> {
  const quoted = await quote(browser, over);
  const createdAnswer = await browser.post("/reservations", {
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
  });
  expect(createdAnswer.status).toBe(201);
  return ((await createdAnswer.json()) as ReservationAnswer).reservation;
}

test("pricesIn finds the prices of a priced quote", async () => {
  const priced = await createTestServer({ CURRENCY: "EUR" });
  const quoted = await quote(priced.browser());
  priced.close();
  expect(pricesIn(quoted).length).toBeGreaterThan(3);
  expect(pricesIn({ title: "from €12" })).toHaveLength(1);
});

test("a rider gets a quote and books without a price, though all places are known", async () => {
  const quoted = await quote(rider);
  expect(quoted).toMatchObject({ onRequest: true, currency: "EUR", extras: [] });
  expect(quoted.options.length).toBeGreaterThan(1);
  expect(quoted.distanceMeters).toBeGreaterThan(0);
  expect(pricesIn(quoted)).toEqual([]);
  const made = await request(rider);
  expect(made).toMatchObject({ state: "quote", onRequest: true, lines: [] });
  const mails = messagesTo(server, "rider@example.com").filter(({ kind }) => kind !== "code");
  expect(mails.length).toBeGreaterThan(0);
  for (const { subject, text, html } of mails) expect(pricesIn([subject, text, html])).toEqual([]);
  expect(mails[0]?.text).toContain("We’ll tell you the price before anything is agreed.");
});

test("a return trip, an hourly trip and a booking by phone have no price, either", async () => {
  const returnQuote = await quote(rider, {
    serviceType: "point_to_point",
    returnTrip: { pickupLocal: "2026-11-21T18:00" },
  });
  expect(returnQuote.returnTrip?.onRequest).toBe(true);
  expect((await quote(rider, { serviceType: "hourly", hours: 3 })).onRequest).toBe(true);
  const phoneQuote = await owner.post("/admin/quotes", trip());
  expect(phoneQuote.status).toBe(200);
  const answer = (await phoneQuote.json()) as Awaited<ReturnType<typeof quote>>;
  expect(answer.onRequest).toBe(true);
  expect(pricesIn([returnQuote, answer])).toEqual([]);
  const bookedAnswer = await owner.post("/admin/reservations", {
    quote: answer.quote,
    vehicleClassId: answer.options[0]?.vehicleClass.id,
    caller: { name: "Bosco Habimana", phone: "+250788123456" },
    tell: true,
  });
  expect(bookedAnswer.status).toBe(201);
  expect(pricesIn(await bookedAnswer.json())).toEqual([]);
});

test("no call without parameters names a price", async () => {
  await request(rider);
  const calls = mountedCalls(server).filter(
    ({ method, path }) => method === "GET" && !/[:*]|openapi|events|stream/.test(path),
  );
  expect(calls.length).toBeGreaterThan(60);
  const found: string[] = [];
  for (const call of calls)
    for (const browser of [server.browser(), rider, driver, owner]) {
      const answer = await browser.get(call.path);
      if (!answer.headers.get("content-type")?.includes("json")) {
        await answer.body?.cancel();
        continue;
      }
      found.push(...pricesIn(await answer.json()).map((price) => `${nameOf(call)} ${price}`));
    }
  expect(found).toEqual([]);
}, 60_000);

test("no call about a single record names a price", async () => {
  const { id } = await request(rider);
  const first = async (path: string, name: string) => {
    const answer = (await (await owner.get(path)).json()) as Record<string, { id: string }[]>;
    return answer[name]?.[0]?.id ?? "";
  };
  const ids = [
    id,
    await first("/admin/vehicle-classes", "vehicleClasses"),
    await first("/admin/vehicles", "vehicles"),
    await first("/admin/drivers", "drivers"),
    await first("/admin/riders", "riders"),
  ];
  const calls = mountedCalls(server).filter(
    ({ method, path }) => method === "GET" && /:\w+/.test(path) && !/[*]|events|stream/.test(path),
  );
  const found: string[] = [];
  let answerCount = 0;
  for (const call of calls)
    for (const one of ids)
      for (const browser of [server.browser(), rider, driver, owner]) {
        const answer = await browser.get(call.path.replace(/:\w+/g, one));
        if (answer.status !== 200 || !answer.headers.get("content-type")?.includes("json")) {
          await answer.body?.cancel();
          continue;
        }
        answerCount++;
        found.push(...pricesIn(await answer.json()).map((price) => `${nameOf(call)} ${price}`));
      }
  expect(answerCount).toBeGreaterThan(10);
  expect(found).toEqual([]);
}, 60_000);

test("no page of riders, drivers or dispatch names a price", async () => {
  const { id } = await request(rider);
  const paths = (await pagePaths()).map((path) => path.replace(/\$id\b/, id));
  const found: string[] = [];
  let pages = 0;
  // The region's settings show how an amount is written.
  const others = paths.filter((each) => !each.includes("$") && !each.endsWith("/settings/region"));
  for (const { cookies } of [rider, driver, owner])
    for (const path of others) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(`http://localhost:${runningServer.port}${path}`, {
        redirect: "manual",
        headers: { cookie },
      });
      const html = await answer.text();
      if (answer.status !== 200 || !answer.headers.get("content-type")?.includes("html")) continue;
      pages++;
      const words = html.replace(/<(script|style)\b.*?<\/\1>/gs, " ").replace(/<[^>]*>/g, " ");
      for (const [amount] of words.matchAll(/(?:EUR|€)\s?[\d.,]+|[\d.,]+\s?(?:EUR|€)/g))
        if (/[1-9]/.test(amount)) found.push(`${path}: ${amount}`);
    }
  expect(pages).toBeGreaterThan(60);
  expect(found).toEqual([]);
}, 120_000);

test("no public page names a price, not even in its structured data", async () => {
  const seen = new Set(["/"]);
  const found: string[] = [];
  for (const path of seen) {
    const answer = await fetch(`http://localhost:${runningServer.port}${path}`, {
      redirect: "manual",
    });
    if (!answer.headers.get("content-type")?.includes("html")) continue;
    const html = await answer.text();
    const words = html.replace(/<[^>]*>/g, " ");
    for (const told of [
      MONEY_PATTERN.exec(words),
      /"(?:priceRange|price|\w+Minor)":"?[^0"n]/.exec(html),
    ])
      if (told)
        found.push(`${path}: ${told.input.slice(Math.max(0, told.index - 60), told.index + 60)}`);
    for (const [, link = ""] of html.matchAll(/href="(\/[^"#?]*)/g))
      if (!link.startsWith("/assets/") && seen.size < 80) seen.add(link);
  }
  expect(seen.size).toBeGreaterThan(20);
  expect(found).toEqual([]);
}, 120_000);

/** Returns the text of a public page, without the parts that nobody reads. */
async function wordsOf(path: string): Promise<string> {
  const answer = await fetch(`http://localhost:${runningServer.port}${path}`);
  const html = (await answer.text()).replace(/<(script|style)\b.*?<\/\1>/gs, " ");
  const metas = [...html.matchAll(/<meta [^>]*content="([^"]*)"/g)].map(([, content]) => content);
  return [...metas, html.replace(/<[^>]*>/g, " ")].join(" ").replace(/\s+/g, " ");
}

test("the website's texts promise no price and say how riders get one", async () => {
  const promisePattern =
    /already agreed|steht schon fest|at a price you see|You see what a ride costs|list below|see the price\.|[.] After that, each minute|See the price first/;
  for (const [path, said] of [
    ["/", "Livery, your car with a driver in Kigali"],
    ["/", "We’ll tell you the price before anything is agreed."],
    ["/de/", "Livery, Ihr Wagen mit Fahrer in Kigali"],
    ["/pricing", "We’ll tell you the price before anything is agreed."],
    ["/request-ride", "We’ll tell you the price before anything is agreed."],
    ["/faq", "How do I book a ride?"],
  ] as const) {
    const words = await wordsOf(path);
    expect([path, words]).toEqual([path, expect.stringContaining(said)]);
    expect([path, promisePattern.exec(words)?.[0]]).toEqual([path, undefined]);
  }
  expect(await wordsOf("/faq")).not.toContain("How long does the driver wait?");
});

test("the website keeps the owner's own text while there are no prices", async () => {
  const path = "/admin/content/page/home";
  const { item } = (await (await owner.get(path)).json()) as ContentItemAnswer;
  const { kind, value, state, publishAt } = item;
  const save = (changed: object, was: object) =>
    owner.put(path, {
      kind,
      value: changed,
      state,
      publishAt,
      was: { value: was, state, publishAt },
    });
  const own = { ...value, heading: "A zebra is waiting" };
  expect((await save(own, value)).status).toBe(200);
  expect(await wordsOf("/")).toContain("A zebra is waiting");
  expect((await save(value, own)).status).toBe(200);
});

test("a price by dispatch or by a published price list turns a request into a booking", async () => {
  const own = await request(rider);
  const listed = await request(rider, { pickupLocal: "2026-11-22T09:30" });
  const name = (id: string, version: number, fareMinor: number | null) =>
    owner.put(`/admin/reservations/${id}/price`, { version, fareMinor });
  expect((await name(own.id, own.version, null)).status).toBe(400);
  const namePriceAnswer = await name(own.id, own.version, 4_250);
  expect(namePriceAnswer.status).toBe(200);
  expect(((await namePriceAnswer.json()) as ReservationAnswer).reservation).toMatchObject({
    state: "pending",
    fareMinor: 4_250,
    lines: [{ kind: "agreed_price", amountMinor: 4_250 }],
  });
  expect((await name(own.id, own.version + 1, 5_000)).status).toBe(409);

  const draft = (await (await owner.get("/admin/fees/draft")).json()) as FeeDraftAnswer;
  expect(draft).toMatchObject({ basedOn: null, changed: false, schedule: { currency: "EUR" } });
  const publish = (version: number) =>
    owner.post("/admin/fees/draft/publication", { version, startsLocal: null, reason: "First" });
  const save = (version: number, schedule: object) =>
    owner.put("/admin/fees/draft", { version, schedule });
  // A list in which a class has no price cannot be published, and neither can an empty one.
  expect((await publish(draft.version)).status).toBe(422);
  expect((await save(draft.version, { ...draft.schedule, extras: [] })).status).toBe(200);
  expect((await publish(draft.version + 1)).status).toBe(422);
  const rates = draft.world.vehicleClasses.map(({ id }) => ({
    vehicleClassId: id,
    baseMinor: 500,
    distanceTiers: [{ upTo: null, perDistanceMinor: 200 }],
    perMinuteMinor: 0,
    perStopMinor: 0,
    minimumMinor: 1_000,
    hourly: null,
    perWaitMinuteMinor: 50,
  }));
  expect((await save(draft.version + 1, { ...draft.schedule, rates })).status).toBe(200);
  const publishedAnswer = await publish(draft.version + 2);
  expect(publishedAnswer.status).toBe(201);
  expect(await publishedAnswer.json()).toMatchObject({
    version: { number: 1, standing: "in_force" },
  });

  expect((await quote(rider)).onRequest).toBe(false);
  expect(await wordsOf("/")).toContain("The price is already agreed.");
  const pricedAnswer = await name(listed.id, listed.version, null);
  expect(pricedAnswer.status).toBe(200);
  const { reservation } = (await pricedAnswer.json()) as ReservationAnswer;
  expect(reservation.state).toBe("pending");
  expect(reservation.lines.map(({ kind }) => kind)).toContain("base");
});
