/**
 * A router, a geocoder and a vehicle data service on loopback that answer in the formats of OSRM 5, Photon and similar
 * services, as recorded from both, and fail when a test says so.
 */
import type { Point } from "../../src/places/contract";
import { encodePolyline } from "../../src/routing/polyline";
import { straightMeters } from "../../src/routing/rules";

/** How an upstream answers: well, or in one of the ways in which services fail. */
export type FailureMode =
  | "well"
  | "stalling"
  | "stalling within the answer"
  | "redirecting"
  | "failing"
  | "refusing"
  | "no JSON"
  | "another shape"
  | "endless"
  | ((url: URL) => Response | Promise<Response>);

export interface FakeUpstream {
  url: string;
  /** The URLs of its requests, oldest first. */
  requests: URL[];
  /** The URLs of requests to the address that it redirects to. */
  redirectedRequests: URL[];
  /** How many requests the caller has aborted. */
  abandoned: number;
  failureMode: FailureMode;
  stop(): Promise<void>;
}

function startUpstream(answerNormally: (url: URL) => Response | Promise<Response>): FakeUpstream {
  const redirectedRequests = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const url = new URL(request.url);
      fake.redirectedRequests.push(url);
      return answerNormally(url);
    },
  });
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    fetch(request) {
      const url = new URL(request.url);
      fake.requests.push(url);
      request.signal.addEventListener("abort", () => fake.abandoned++);
      return answer(fake.failureMode, url);
    },
  });
  function answer(failureMode: FailureMode, url: URL): Response | Promise<Response> {
    if (typeof failureMode === "function") return failureMode(url);
    switch (failureMode) {
      case "well":
        return answerNormally(url);
      case "stalling":
        return new Promise(() => {});
      case "stalling within the answer":
        return new Response(
          new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([123])) }),
          { headers: { "content-type": "application/json" } },
        );
      case "redirecting":
        return Response.redirect(
          `${redirectedRequests.url.origin}${url.pathname}${url.search}`,
          302,
        );
      case "failing":
        return Response.json({ message: "out of order" }, { status: 503 });
      case "refusing":
        return Response.json({ code: "NoRoute", message: "Impossible route" }, { status: 400 });
      case "no JSON":
        return new Response("<html><title>nginx</title></html>");
      case "another shape":
        return Response.json({ code: "Ok", routes: [], features: "none", type: 7 });
      case "endless":
        return new Response(
          new ReadableStream({
            async pull(controller) {
              controller.enqueue(new Uint8Array(65_536).fill(32));
              await Bun.sleep(1);
            },
          }),
        );
    }
  }
  const fake: FakeUpstream = {
    url: server.url.origin,
    requests: [],
    redirectedRequests: [],
    abandoned: 0,
    failureMode: "well",
    async stop() {
      await Promise.all([server.stop(true), redirectedRequests.stop(true)]);
    },
  };
  return fake;
}

/** Returns routes a quarter longer than the great circle, driven at 36 km/h. */
export function osrmAnswer(points: readonly Point[], alternatives = 0) {
  const route = (detour: number) => {
    const distance = straightMeters(points) * detour;
    return {
      geometry: encodePolyline(points),
      legs: points
        .slice(1)
        .map(() => ({ steps: [], summary: "", weight: 1, duration: 1, distance: 1 })),
      weight_name: "routability",
      weight: distance / 10,
      duration: distance / 10,
      distance,
    };
  };
  return {
    code: "Ok",
    routes: [1.25, 1.35, 1.5].slice(0, alternatives + 1).map(route),
    waypoints: points.map(({ latitude, longitude }) => ({
      hint: "UgEAgP___38",
      distance: 4.2,
      name: "KN 5 Rd",
      location: [longitude, latitude],
    })),
  };
}

/** Returns the points in a request to the router. */
export function pointsOf(url: URL): Point[] {
  const [, text = ""] = url.pathname.split("/driving/");
  return text.split(";").map((pair) => {
    const [longitude = 0, latitude = 0] = pair.split(",").map(Number);
    return { latitude, longitude };
  });
}

/** Starts an OSRM whose URL has its own path and query, as a hosted one may have. */
export function startRouter(): FakeUpstream {
  const fake = startUpstream((url) =>
    Response.json(osrmAnswer(pointsOf(url), Number(url.searchParams.get("alternatives")) || 0)),
  );
  return Object.assign(fake, { url: `${fake.url}/osrm/?key=secret` });
}

/** Returns a place in the format of Photon 0.5. */
export function photonFeature(
  name: string | null,
  [longitude, latitude]: [number, number],
  properties: Record<string, unknown> = {},
) {
  return {
    geometry: { coordinates: [longitude, latitude], type: "Point" },
    type: "Feature",
    properties: {
      osm_id: Math.round(Math.abs(longitude * latitude) * 1e6),
      osm_type: "N",
      osm_key: "amenity",
      osm_value: "restaurant",
      country: "Rwanda",
      countrycode: "RW",
      city: "Kigali",
      type: "house",
      ...(name !== null && { name }),
      ...properties,
    },
  };
}

/** Starts a Photon that knows three places, whatever the search. */
export function startGeocoder(): FakeUpstream {
  const fake = startUpstream(() =>
    Response.json({
      type: "FeatureCollection",
      features: [
        photonFeature("Heaven Restaurant", [30.0606, -1.9546], {
          street: "KN 29 Street",
          housenumber: "7",
        }),
        photonFeature(null, [30.09, -1.93], {
          osm_type: "W",
          osm_key: "building",
          street: "KG 7 Avenue",
          housenumber: "12",
        }),
        photonFeature("Norrsken Gardens", [30.0711, -1.9389], {
          osm_key: "tourism",
          osm_value: "attraction",
        }),
      ],
    }),
  );
  return Object.assign(fake, { url: `${fake.url}/photon` });
}

/** Starts a vehicle data service that knows one car, whatever the VIN. */
export function startVehicleData(): FakeUpstream {
  const fake = startUpstream(() =>
    Response.json({ data: { make: "Honda", model: "Accord", year: 2003 } }),
  );
  return Object.assign(fake, { url: `${fake.url}/decode` });
}
