/** Reads the answers of OSRM's route service, version 1, and rejects implausible ones. */
import { z } from "zod";
import type { Point } from "../places/contract";
import type { Route, RouteWithAlternatives, RoutePoint } from "./contract";
import { decodePolyline, encodePolyline, simplifyLine } from "./polyline";
import { UpstreamRefusal } from "../server/upstream";
import {
  MAX_HEADING_SNAP_METERS,
  HEADING_TOLERANCE_DEGREES,
  isNear,
  isPlausibleRoute,
} from "./rules";

/** A route across a country in full detail, with two alternatives, is about 300 KB. */
export const MAX_OSRM_ANSWER_BYTES = 1024 * 1024;
/** The most alternatives that are requested for a route between two stops. */
const MAX_ALTERNATIVES = 2;

const OsrmAnswer = z.object({
  code: z.literal("Ok"),
  routes: z
    .array(z.object({ distance: z.number(), duration: z.number(), geometry: z.string().min(2) }))
    .min(1),
  waypoints: z
    .array(z.object({ location: z.tuple([z.number(), z.number()]) }))
    .optional()
    .catch(undefined),
});

/** Returns the path of a request for a route through points. Its coordinates are precise to about a metre. */
export function osrmPath(points: readonly Point[]): string {
  const coordinateTexts = points.map(
    ({ longitude, latitude }) => `${formatDegrees(longitude)},${formatDegrees(latitude)}`,
  );
  return `/route/v1/driving/${coordinateTexts.join(";")}`;
}

/** Returns the query of a request for a route. */
export function osrmQuery(withAlternatives: boolean): Record<string, string> {
  return {
    overview: "full",
    geometries: "polyline",
    steps: "false",
    alternatives: withAlternatives ? String(MAX_ALTERNATIVES) : "false",
  };
}

/** Returns the query parameters for headings and sides of the road. Null if no point has any. */
export function osrmPointOptions(points: readonly RoutePoint[]): Record<string, string> | null {
  const each = (text: (point: RoutePoint) => string) => points.map(text).join(";");
  const hasHeading = ({ headingDegrees }: RoutePoint) => typeof headingDegrees === "number";
  const pointOptions = {
    ...(points.some(hasHeading) && {
      bearings: each(({ headingDegrees }) =>
        typeof headingDegrees === "number"
          ? `${Math.round(headingDegrees) % 360},${HEADING_TOLERANCE_DEGREES}`
          : "",
      ),
      // Without a radius, the router would take the nearest road in that direction, at any distance.
      radiuses: each((point) => (hasHeading(point) ? `${MAX_HEADING_SNAP_METERS}` : "unlimited")),
    }),
    ...(points.some(({ isCurb }) => isCurb) && {
      approaches: each(({ isCurb }) => (isCurb ? "curb" : "unrestricted")),
    }),
  };
  return Object.keys(pointOptions).length > 0 ? pointOptions : null;
}

/**
 * Returns the routes of an answer for `requestedPoints`. Throws if it has not the form of an OSRM answer or its first
 * route is implausible, and throws `UpstreamRefusal` if it is about places far from the points. Implausible
 * alternatives are left out.
 */
export function readOsrmAnswer(
  json: unknown,
  requestedPoints: readonly Point[],
): RouteWithAlternatives {
  const answer = OsrmAnswer.safeParse(json);
  if (!answer.success) throw new TypeError("The answer is not a route");
  // The caller's point may be far from every road. That is no failure of the router.
  const [first] = answer.data.routes;
  const line = answer.data.waypoints ? [] : (decodePolyline(first?.geometry ?? "") ?? []);
  const snappedPoints = waypointsOf(answer.data, requestedPoints, line);
  if (snappedPoints.length === requestedPoints.length && !isNear(requestedPoints, snappedPoints))
    throw new UpstreamRefusal(200, "The router has no roads near these places");
  const [best, ...others] = answer.data.routes.map((route): Route | null => {
    const line = decodePolyline(route.geometry);
    const measures = {
      distanceMeters: Math.round(route.distance),
      durationSeconds: Math.round(route.duration),
    };
    if (
      !line ||
      !isPlausibleRoute(measures, requestedPoints, waypointsOf(answer.data, requestedPoints, line))
    )
      return null;
    return { ...measures, estimate: false, geometry: encodePolyline(simplifyLine(line)) };
  });
  if (!best) throw new TypeError("The route is not plausible");
  const alternatives = others.filter((route) => route !== null).slice(0, MAX_ALTERNATIVES);
  return { ...best, alternatives };
}

/** Returns the points on roads that the router used. If the answer has none, uses both ends of the line. */
function waypointsOf(
  { waypoints }: z.infer<typeof OsrmAnswer>,
  requestedPoints: readonly Point[],
  line: readonly Point[],
): Point[] {
  if (waypoints) {
    return waypoints.map(({ location: [longitude, latitude] }) => ({ latitude, longitude }));
  }
  return requestedPoints.map((point, i) => {
    const end = i === 0 ? line[0] : i === requestedPoints.length - 1 ? line.at(-1) : undefined;
    return end ?? point;
  });
}

/** Writes degrees without an exponent, even very small ones. */
function formatDegrees(degrees: number): string {
  return degrees.toFixed(5);
}
