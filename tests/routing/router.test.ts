import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { reservations } from "../../db/schema/reservations";
import { findRoute } from "../../src/routing/queries";
import { estimateRoute, straightMeters } from "../../src/routing/rules";
import { AIRPORT, book, HOTEL, quote, trip } from "../support/booking";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import {
  type FakeUpstream,
  type FailureMode,
  osrmAnswer,
  pointsOf,
  startRouter,
} from "../support/upstreams";
import { until } from "../support/eventually";

let router: FakeUpstream;
let server: TestServer;
beforeEach(async () => {
  router = startRouter();
  server = await createTestServer({ ROUTER_URL: router.url });
});
afterEach(async () => {
  server.close();
  await router.stop();
});

const way = [AIRPORT, HOTEL];
const straightLineMeters = straightMeters(way);
const measured = { distanceMeters: Math.round(straightLineMeters * 1.25), estimate: false };
const estimated = estimateRoute(way);

describe("findRoute", () => {
  test("keeps the path and key of the configured router URL", async () => {
    const route = await findRoute(server.deps, way, { alternatives: true });
    expect(route).toMatchObject(measured);
    expect(route.alternatives).toHaveLength(2);
    const [request] = router.requests;
    expect(request?.pathname).toBe("/osrm/route/v1/driving/30.13950,-1.96860;30.06160,-1.95320");
    expect(Object.fromEntries(request?.searchParams ?? [])).toEqual({
      key: "secret",
      overview: "full",
      geometries: "polyline",
      steps: "false",
      alternatives: "2",
    });
  });

  test("sends heading and curb to the router, and retries without them if it finds no route", async () => {
    const points = [
      { ...AIRPORT, headingDegrees: 359.7 },
      { ...HOTEL, isCurb: true },
    ];
    const said = (i: number) => {
      const { bearings, radiuses, approaches } = Object.fromEntries(
        router.requests[i]?.searchParams ?? [],
      );
      return { bearings, radiuses, approaches };
    };
    expect(await findRoute(server.deps, points)).toMatchObject(measured);
    expect(said(0)).toEqual({
      bearings: "0,60;",
      radiuses: "50;unlimited",
      approaches: "unrestricted;curb",
    });
    await findRoute(server.deps, points);
    expect(router.requests).toHaveLength(1);
    // Another heading makes another request, and a parked car gives no heading.
    router.failureMode = (url) =>
      url.searchParams.has("bearings")
        ? Response.json({ code: "NoSegment" }, { status: 400 })
        : Response.json(osrmAnswer(pointsOf(url)));
    const pointWithHeading = [{ ...AIRPORT, headingDegrees: 90 }, HOTEL];
    expect(await findRoute(server.deps, pointWithHeading)).toMatchObject(measured);
    expect(said(1)).toEqual({ bearings: "90,60;", radiuses: "50;unlimited" } as never);
    expect(said(2)).toEqual({} as never);
    await findRoute(server.deps, [{ ...AIRPORT, headingDegrees: null }, HOTEL]);
    expect(said(3)).toEqual({} as never);
    expect(router.requests).toHaveLength(4);
  });

  test("routes through up to twelve points in order and refuses more", async () => {
    const points = Array.from({ length: 12 }, (_, i) => ({
      latitude: -1.9,
      longitude: 30 + i / 100,
    }));
    const route = await findRoute(server.deps, points, { alternatives: true });
    expect(route.estimate).toBe(false);
    expect(route.alternatives).toEqual([]);
    expect(pointsOf(router.requests[0] ?? new URL("http://x"))).toEqual(points);
    for (const count of [0, 1, 13])
      await expect(findRoute(server.deps, Array(count).fill(AIRPORT))).rejects.toBeInstanceOf(
        RangeError,
      );
  });

  test("caches a route and asks the router again after six hours", async () => {
    await findRoute(server.deps, way, { alternatives: true });
    // Places less than a metre apart count as the same. An answer with alternatives also answers a request for the best
    // route.
    const near = [{ ...AIRPORT, latitude: AIRPORT.latitude + 1e-7 }, HOTEL];
    expect((await findRoute(server.deps, near)).alternatives).toEqual([]);
    expect(router.requests).toHaveLength(1);
    server.advance(6 * 3_600_000);
    await findRoute(server.deps, way);
    expect(router.requests).toHaveLength(2);
  });

  test("caches the thousand most recently requested routes", async () => {
    const to = (i: number) => [AIRPORT, { latitude: -1.9, longitude: 30 + i / 10_000 }];
    await findRoute(server.deps, way);
    for (let i = 0; i < 999; i++) await findRoute(server.deps, to(i));
    await findRoute(server.deps, way);
    expect(router.requests).toHaveLength(1000);
    await findRoute(server.deps, to(999));
    await findRoute(server.deps, way);
    expect(router.requests).toHaveLength(1001);
    await findRoute(server.deps, to(0));
    expect(router.requests).toHaveLength(1002);
  });

  test("sends one request for twenty simultaneous callers", async () => {
    router.failureMode = async (url) => {
      await Bun.sleep(50);
      return Response.json(osrmAnswer(pointsOf(url)));
    };
    const routes = await Promise.all(Array.from({ length: 20 }, () => findRoute(server.deps, way)));
    expect(routes.every(({ estimate }) => !estimate)).toBe(true);
    expect(router.requests).toHaveLength(1);
  });

  test("aborts the request only when its last caller leaves", async () => {
    router.failureMode = async (url) => {
      await Bun.sleep(100);
      return Response.json(osrmAnswer(pointsOf(url)));
    };
    const [first, second] = [new AbortController(), new AbortController()];
    const left = findRoute(server.deps, way, { signal: first.signal });
    const stays = findRoute(server.deps, way);
    await Bun.sleep(20);
    first.abort();
    expect(await left).toMatchObject({ estimate: true });
    expect(await stays).toMatchObject(measured);
    const alone = findRoute(server.deps, [HOTEL, AIRPORT], { signal: second.signal });
    await Bun.sleep(20);
    second.abort();
    expect(await alone).toMatchObject({ estimate: true });
    await until("The question's end", () => router.abandoned > 0);
    expect(router.abandoned).toBe(1);
    // Requests that are abandoned do not make the router count as down.
    expect(await findRoute(server.deps, [HOTEL, AIRPORT])).toMatchObject(measured);
  });

  test("sends no request if start and end are the same place", async () => {
    const route = await findRoute(server.deps, [AIRPORT, { ...AIRPORT }]);
    expect(route).toMatchObject({ distanceMeters: 0, durationSeconds: 0 });
    expect(router.requests).toEqual([]);
  });

  test("estimates at the configured speed without a router", async () => {
    const emptyServer = await createTestServer();
    expect(await findRoute(emptyServer.deps, way)).toEqual({ ...estimated, alternatives: [] });
    emptyServer.close();
  });
});

describe("a router that is down", () => {
  test("gets no requests after two failures, and one new attempt after 30 seconds", async () => {
    router.failureMode = "failing";
    const ask = () => findRoute(server.deps, way);
    for (let i = 0; i < 5; i++) expect(await ask()).toEqual({ ...estimated, alternatives: [] });
    expect(router.requests).toHaveLength(2);
    server.advance(29_999);
    await ask();
    expect(router.requests).toHaveLength(2);
    server.advance(1);
    await ask();
    await ask();
    expect(router.requests).toHaveLength(3);
    server.advance(30_000);
    router.failureMode = "well";
    expect(await ask()).toMatchObject(measured);
    expect(router.requests).toHaveLength(4);
  });

  test("a missing route does not count as a failure and is cached for ten minutes", async () => {
    router.failureMode = "refusing";
    for (let i = 0; i < 4; i++) {
      const there = [AIRPORT, { latitude: -1.5 - i / 10, longitude: 29 }];
      expect((await findRoute(server.deps, there)).estimate).toBe(true);
    }
    await findRoute(server.deps, [AIRPORT, { latitude: -1.5, longitude: 29 }]);
    expect(router.requests).toHaveLength(4);
    router.failureMode = "well";
    expect(await findRoute(server.deps, way)).toMatchObject(measured);
    server.advance(10 * 60_000);
    const found = await findRoute(server.deps, [AIRPORT, { latitude: -1.5, longitude: 29 }]);
    expect(found.estimate).toBe(false);
  });
});

describe("trips that must not make the router count as down", () => {
  const at = (latitude: number, longitude: number) => ({
    name: "Somewhere",
    detail: "",
    latitude,
    longitude,
  });
  const checkRouterUsed = async () => {
    expect(await quote(server.browser("198.51.100.4"))).toMatchObject(measured);
  };

  test("places far from any road get an estimate", async () => {
    router.failureMode = (url) => {
      const pointsOnRoads = pointsOf(url).map(({ latitude, longitude }) => ({
        latitude: Math.max(-3, latitude),
        longitude,
      }));
      return Response.json(osrmAnswer(pointsOnRoads, 2));
    };
    for (let i = 0; i < 4; i++) {
      const found = await quote(server.browser(), { dropoff: at(-3.1 - i / 10, 30) });
      expect(found.estimate).toBe(true);
    }
    expect(router.requests).toHaveLength(4);
    await checkRouterUsed();
  });

  test("an answer that is too large is dropped", async () => {
    router.failureMode = (url) => {
      const answer = osrmAnswer(pointsOf(url), 2);
      const isInOtherHemisphere = pointsOf(url).some(({ latitude }) => latitude < -10);
      return Response.json(
        isInOtherHemisphere ? { ...answer, padding: "x".repeat(1_100_000) } : answer,
      );
    };
    for (let i = 0; i < 4; i++) await quote(server.browser(), { dropoff: at(-11 - i / 10, 30) });
    expect(router.requests).toHaveLength(4);
    await checkRouterUsed();
  });

  test("routes across the world are estimated without the router", async () => {
    router.failureMode = (url) =>
      pointsOf(url).some(({ latitude }) => latitude > 30)
        ? new Promise(() => {})
        : Response.json(osrmAnswer(pointsOf(url), 2));
    for (let i = 0; i < 2; i++)
      expect((await quote(server.browser(), { dropoff: at(50 + i, 10) })).estimate).toBe(true);
    expect(router.requests).toHaveLength(0);
    await checkRouterUsed();
  });
});

const lie =
  (change: object): FailureMode =>
  (url) => {
    const answer = osrmAnswer(pointsOf(url));
    return Response.json({
      ...answer,
      routes: answer.routes.map((route) => ({ ...route, ...change })),
    });
  };

describe("a booking on an estimate within 3.5 s, with a router", () => {
  test.each<[string, FailureMode]>([
    ["that stalls", "stalling"],
    ["that stalls within its answer", "stalling within the answer"],
    ["that redirects", "redirecting"],
    ["that fails", "failing"],
    ["that refuses", "refusing"],
    ["that answers in HTML", "no JSON"],
    ["that answers in another shape", "another shape"],
    ["that never ends its answer", "endless"],
    ["that gives a distance of 1 m", lie({ distance: 1 })],
    ["that gives a distance of -5 km", lie({ distance: -5000 })],
    ["that gives a driving time of zero", lie({ duration: 0 })],
    ["that gives a driving time of a year", lie({ duration: 31_536_000 })],
    ["that sends the distance as text", lie({ distance: "12000" })],
    ["that sends no route line", lie({ geometry: null })],
    [
      "that answers for other places",
      () =>
        Response.json(
          osrmAnswer([
            { latitude: 47, longitude: 9 },
            { latitude: 47.1, longitude: 9 },
          ]),
        ),
    ],
  ])(
    "%s",
    async (_title, failureMode) => {
      const { browser } = await signInRider(server);
      router.failureMode = failureMode;
      const start = performance.now();
      const made = await book(browser);
      expect(performance.now() - start).toBeLessThan(3_500);
      expect(made).toMatchObject({
        state: "pending",
        estimate: true,
        routeGeometry: null,
        distanceMeters: estimated.distanceMeters,
        durationSeconds: estimated.durationSeconds,
      });
      expect(made.fareMinor).toBeGreaterThan(0);
    },
    10_000,
  );

  test("that is not running", async () => {
    const { browser } = await signInRider(server);
    await router.stop();
    expect(await book(browser)).toMatchObject({ state: "pending", estimate: true });
  });
});

describe("with a router that answers", () => {
  test("a quote prices the measured route, and the booking stores it", async () => {
    const { browser } = await signInRider(server);
    const quoted = await quote(browser);
    expect(quoted).toMatchObject(measured);
    expect(quoted.ways.map(({ distanceMeters }) => distanceMeters)).toEqual(
      [1.25, 1.35, 1.5].map((detourFactor) => Math.round(straightLineMeters * detourFactor)),
    );
    const made = await book(browser);
    expect(made).toMatchObject({ ...measured, routeGeometry: quoted.geometry });
    const [row] = server.deps.db.select().from(reservations).all();
    expect(row?.routeGeometry).toBe(quoted.geometry);
    expect(row?.estimate).toBe(false);
  });

  test("an alternative route has its own price, and a missing one falls back to the best", async () => {
    const browser = server.browser();
    const [best, other, missing] = await Promise.all([
      quote(browser),
      quote(browser, { way: 2 }),
      quote(browser, { way: 1, pickup: HOTEL, dropoff: AIRPORT }),
    ]);
    expect(other.distanceMeters).toBe(best.ways[2]?.distanceMeters ?? 0);
    expect(other.options[0]?.fareMinor).toBeGreaterThan(best.options[0]?.fareMinor ?? 0);
    expect(missing.distanceMeters).toBe(missing.ways[1]?.distanceMeters ?? 0);
    router.failureMode = (url) => Response.json(osrmAnswer(pointsOf(url)));
    const oneWayQuote = await quote(browser, { way: 2, dropoff: { ...HOTEL, latitude: -1.9 } });
    expect(oneWayQuote.ways).toEqual([]);
    expect(oneWayQuote.estimate).toBe(false);
    expect((await browser.post("/quotes", trip({ way: 3 }))).status).toBe(400);
  });

  test("a quote sends the router only its two points", async () => {
    await quote(server.browser("198.51.100.4"));
    expect(router.requests.map((url) => url.href).join()).not.toContain("198.51.100.4");
    expect(router.requests.map((url) => decodeURIComponent(url.href)).join()).not.toContain(
      "Marriott",
    );
  });
});
