import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Place } from "../../src/places/contract";
import { readPhoton } from "../../src/places/photon";
import { createTestServer, type TestServer } from "../support/server";
import {
  type FakeUpstream,
  type FailureMode,
  photonFeature,
  startGeocoder,
} from "../support/upstreams";
import { until } from "../support/eventually";

let geocoder: FakeUpstream;
let server: TestServer;
beforeEach(async () => {
  geocoder = startGeocoder();
  server = await createTestServer({ GEOCODER_URL: geocoder.url, RATE_LIMITS: "off" });
});
afterEach(async () => {
  server.close();
  await geocoder.stop();
});

type Answer = { places: Place[]; more: boolean };
async function search(q: string, more = ""): Promise<Answer> {
  const answer = await server.browser().get(`/places?q=${encodeURIComponent(q)}${more}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}
const sources = ({ places }: Answer) => places.map(({ source }) => source);

describe("the geocoder", () => {
  test("is asked for the typed text near the operator's places, and its places are added", async () => {
    const found = await search("  Norrsken   GARDENS ");
    const [request] = geocoder.requests;
    expect(request?.pathname).toBe("/photon/api");
    expect(Object.fromEntries(request?.searchParams ?? [])).toEqual({
      q: "norrsken gardens",
      limit: "8",
      lang: "en",
      lat: "-1.95",
      lon: expect.stringMatching(/^30\.\d\d$/),
    });
    expect(found.more).toBe(false);
    expect(found.places).toMatchObject([
      { source: "geocoder", name: "Heaven Restaurant", detail: "KN 29 Street 7, Kigali, Rwanda" },
      { name: "KG 7 Avenue 12", kind: "address", detail: "Kigali, Rwanda" },
      { name: "Norrsken Gardens", kind: "sight" },
    ]);
  });

  test("gets the rider's map position only to a kilometre, and no IP address", async () => {
    await search("norrsken", "&latitude=-1.953123&longitude=30.092987");
    const [request] = geocoder.requests;
    expect([request?.searchParams.get("lat"), request?.searchParams.get("lon")]).toEqual([
      "-1.95",
      "30.09",
    ]);
    expect(request?.href).not.toContain("203.0.113");
  });

  test("adds its places after our own, whose order stays the same", async () => {
    const local = await search("kigali", "&from=local");
    expect(local.more).toBe(true);
    expect(local.places.length).toBeLessThanOrEqual(5);
    expect(geocoder.requests).toEqual([]);
    const all = await search("kigali");
    expect(all.places.slice(0, local.places.length)).toEqual(local.places);
    expect(sources(all).slice(local.places.length)).toEqual(["geocoder", "geocoder", "geocoder"]);
  });

  test("adds no place that our own lists already have", async () => {
    geocoder.failureMode = () =>
      Response.json({
        type: "FeatureCollection",
        features: [
          photonFeature("kigali marriott HOTEL", [30.0617, -1.9533]),
          photonFeature("Somewhere else", [30.2, -1.9]),
        ],
      });
    const found = await search("marriott");
    expect(found.places.map(({ name }) => name)).toEqual([
      "Kigali Marriott Hotel",
      "Somewhere else",
    ]);
  });

  test("is not asked for two letters, for signs or for an empty text", async () => {
    for (const q of ["", "kg", "??!", "   "]) {
      expect((await search(q, "&from=local")).more).toBe(false);
      await search(q);
    }
    expect(geocoder.requests).toEqual([]);
  });

  test("is asked for two characters of another script, but not for coordinates", async () => {
    await search("北京");
    expect(geocoder.requests).toHaveLength(1);
    const pin = await search("-1.95, 30.06");
    expect(sources(pin)).toEqual(["pin"]);
    expect((await search("-1.95, 30.06", "&from=local")).more).toBe(false);
    expect(geocoder.requests).toHaveLength(1);
  });

  test("comes before places of our own that match only some of the words", async () => {
    const typed = "marriott qwxzy";
    expect((await search(typed, "&from=local")).places).toEqual([]);
    expect(new Set(sources(await search(typed)))).toEqual(new Set(["geocoder"]));
    geocoder.failureMode = () => Response.json({ type: "FeatureCollection", features: [] });
    const none = await search("marriott zyxwq");
    expect(none.places.map(({ name }) => name)).toEqual(["Kigali Marriott Hotel"]);
  });

  test("is asked once a day for the same text in any case and spacing", async () => {
    await Promise.all([search("norrsken"), search("NORRSKEN "), search(" norrsken")]);
    await search("norrsken");
    expect(geocoder.requests).toHaveLength(1);
    server.advance(24 * 3_600_000);
    await search("norrsken");
    expect(geocoder.requests).toHaveLength(2);
  });

  test("gets its request aborted when the rider types on", async () => {
    geocoder.failureMode = "stalling";
    const staleController = new AbortController();
    const request = new Request("http://livery.test/backend/places?q=norrsken", {
      signal: staleController.signal,
    });
    const answer = server.app.fetch(request, { address: "203.0.113.7" });
    await until("A question", () => geocoder.requests.length > 0);
    staleController.abort();
    const start = performance.now();
    await answer;
    expect(performance.now() - start).toBeLessThan(500);
    await until("The question's end", () => geocoder.abandoned > 0);
    expect(geocoder.abandoned).toBe(1);
    geocoder.failureMode = "well";
    expect(sources(await search("norrsken"))).toContain("geocoder");
  });
});

describe("our own places arrive within 3.5 s if the geocoder is", () => {
  test.each<FailureMode>([
    "stalling",
    "stalling within the answer",
    "redirecting",
    "failing",
    "refusing",
    "no JSON",
    "another shape",
    "endless",
  ])(
    "%s",
    async (failureMode) => {
      geocoder.failureMode = failureMode;
      const start = performance.now();
      const found = await search("marriott");
      expect(performance.now() - start).toBeLessThan(3_500);
      expect(sources(found)).toEqual(["own"]);
      // The same search is not repeated for some seconds after a failure.
      await search("marriott");
      expect(geocoder.requests).toHaveLength(1);
    },
    10_000,
  );

  test("down, and after two failures it is not asked for half a minute", async () => {
    geocoder.failureMode = "failing";
    for (const q of ["hotel", "marriott", "serena", "lemigo"])
      expect(sources(await search(q))).not.toContain("geocoder");
    expect(geocoder.requests).toHaveLength(2);
    server.advance(30_000);
    geocoder.failureMode = "well";
    expect(sources(await search("marriott"))).toContain("geocoder");
  });
});

describe("readPhoton", () => {
  const featureCollection = (...features: unknown[]) => ({ type: "FeatureCollection", features });
  test("reads each feature and drops those that are not places", () => {
    const goodFeature = photonFeature("Good", [30, -2]);
    const found = readPhoton(
      featureCollection(
        null,
        "text",
        {},
        photonFeature("Far", [300, -2]),
        photonFeature("No numbers", ["30", "-2"] as never),
        photonFeature(null, [30, -1.9]),
        photonFeature("No object", [30, -1.8], { osm_id: "x" }),
        goodFeature,
        goodFeature,
        photonFeature("Text\u0000with\u202esigns", [30.5, -2]),
        photonFeature("x".repeat(1000), [30.6, -2], { city: 12 }),
      ),
    );
    expect(found.map(({ name }) => name.slice(0, 20))).toEqual([
      "Good",
      "Text with signs",
      "x".repeat(20),
    ]);
    expect(found.every(({ name, detail }) => name.length <= 200 && detail.length <= 300)).toBe(
      true,
    );
  });

  test.each<[string, string, string]>([
    ["aeroway", "aerodrome", "airport"],
    ["tourism", "hotel", "hotel"],
    ["tourism", "museum", "sight"],
    ["amenity", "hospital", "hospital"],
    ["amenity", "bus_station", "station"],
    ["railway", "station", "station"],
    ["place", "city", "city"],
    ["place", "suburb", "district"],
    ["place", "house", "address"],
    ["highway", "residential", "address"],
  ])("reads %s=%s as the kind %s", (osm_key, osm_value, kind) => {
    const [place] = readPhoton(
      featureCollection(photonFeature("X", [30, -2], { osm_key, osm_value })),
    );
    expect(place?.kind as string).toBe(kind);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a list", []],
    ["a collection without features", { type: "FeatureCollection" }],
    ["a Feature instead of a collection", { type: "Feature", features: [] }],
    ["201 features", featureCollection(...Array(201).fill({}))],
  ])("refuses %s", (_title, json) => {
    expect(() => readPhoton(json)).toThrow(TypeError);
  });
});

test("without a geocoder the answer never promises more places", async () => {
  const emptyServer = await createTestServer();
  const answer = await emptyServer.browser().get("/places?q=norrsken&from=local");
  expect(await answer.json()).toEqual({ places: [], more: false });
  emptyServer.close();
});
