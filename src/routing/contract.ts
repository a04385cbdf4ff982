/** A way from stop to stop. Browser-safe. */
import { z } from "zod";
import type { Point } from "../places/contract";

/** A point that a way leads from, through or to, and what is known of who is there. */
export interface RoutePoint extends Point {
  /** Where a moving car drives, in degrees clockwise from north: the way does not begin by turning round. */
  headingDegrees?: number | null;
  /** Somebody gets in or out: on a wide road, on the side on which the point lies. */
  isCurb?: boolean;
}

/**
 * Why there is only an estimate although streets were imported: a point lies outside them, no road is near it, or no
 * road leads from one to the other.
 */
export const EstimateReason = z.enum(["outside", "no_road", "no_way"]);
export type EstimateReason = z.infer<typeof EstimateReason>;

/**
 * How far and how long. `estimate` says that no router measured it. `geometry` is the way as an
 * encoded polyline of precision 5, thinned to what a map needs; null for an estimate.
 */
export const Route = z.object({
  distanceMeters: z.number().int().min(0),
  durationSeconds: z.number().int().min(0),
  estimate: z.boolean(),
  estimateReason: EstimateReason.optional(),
  geometry: z.string().nullable(),
});
export type Route = z.infer<typeof Route>;

/** The best way, and others that are worth a look; none for an estimate. */
export const RouteWithAlternatives = Route.extend({ alternatives: z.array(Route) });
export type RouteWithAlternatives = z.infer<typeof RouteWithAlternatives>;
