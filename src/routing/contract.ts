/** A way from stop to stop. Browser-safe. */
import { z } from "zod";

/**
 * How far and how long. `estimate` says that no router measured it. `geometry` is the way as an
 * encoded polyline of precision 5, thinned to what a map needs; null for an estimate.
 */
export const Route = z.object({
  distanceMeters: z.number().int().min(0),
  durationSeconds: z.number().int().min(0),
  estimate: z.boolean(),
  geometry: z.string().nullable(),
});
export type Route = z.infer<typeof Route>;

/** The best way, and others that are worth a look; none for an estimate. */
export const RouteChoice = Route.extend({ alternatives: z.array(Route) });
export type RouteChoice = z.infer<typeof RouteChoice>;
