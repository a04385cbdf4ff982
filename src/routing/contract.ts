/** A route from stop to stop. Browser-safe. */
import { z } from "zod";
import type { Point } from "../places/contract";

/** A point at which a route begins, ends or passes, with facts about the car or the people there. */
export interface RoutePoint extends Point {
  /** The direction of a moving car, in degrees clockwise from north. The route then does not begin with a U-turn. */
  headingDegrees?: number | null;
  /** Whether somebody gets in or out. On a wide road, the route then comes by on the side of the point. */
  isCurb?: boolean;
}

/**
 * Why a route is an estimate although streets were imported: a point is outside them, no road is near it, or no road
 * connects the points.
 */
export const EstimateReason = z.enum(["outside", "no_road", "no_way"]);
export type EstimateReason = z.infer<typeof EstimateReason>;

/**
 * The distance and the duration of a route. `estimate` is true if no router measured it. `geometry` is an encoded
 * polyline of precision 5, simplified for maps. Null for an estimate.
 */
export const Route = z.object({
  distanceMeters: z.number().int().min(0),
  durationSeconds: z.number().int().min(0),
  estimate: z.boolean(),
  estimateReason: EstimateReason.optional(),
  geometry: z.string().nullable(),
});
export type Route = z.infer<typeof Route>;

/** The best route, and useful alternatives. An estimate has none. */
export const RouteWithAlternatives = Route.extend({ alternatives: z.array(Route) });
export type RouteWithAlternatives = z.infer<typeof RouteWithAlternatives>;
