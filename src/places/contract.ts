/** The places where a trip can start or end, and the search for them. Browser-safe. */
import { z } from "zod";

/** The kinds of places. Only the gazetteer has a `city`; the operator's own places have the other kinds. */
export const PlaceKind = z.enum([
  "airport",
  "hotel",
  "hospital",
  "station",
  "sight",
  "district",
  "address",
  "city",
]);
export type PlaceKind = z.infer<typeof PlaceKind>;

/** A point on the globe in degrees (WGS 84). */
export const Point = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Point = z.infer<typeof Point>;

/**
 * The source of a place: the rider saved it (`saved`) or was there (`recent`), the operator added it (`own`), the
 * built-in lists of airports and cities, the configured geocoder, or coordinates that somebody entered (`pin`).
 */
const PlaceSource = z.enum(["saved", "recent", "own", "airport", "city", "geocoder", "pin"]);

/**
 * A search result. The id of an operator's place is its own, of an airport `airport:KGL`, of a city `city:202061` (its
 * GeoNames number), of a geocoder's result `geocoder:N123` (its OpenStreetMap object), of a pin `pin:-1.95,30.06`.
 * `detail` is the address, or region and country.
 */
export const Place = Point.extend({
  id: z.string(),
  source: PlaceSource,
  name: z.string(),
  kind: PlaceKind,
  detail: z.string(),
  iata: z.string().optional(),
  /** The rider's label of a saved place. */
  label: z.string().optional(),
  /** Where the driver waits, in the operator's own words. */
  pickupInstructions: z.string().optional(),
});
export type Place = z.infer<typeof Place>;

const degrees = (limit: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(?:\.\d{1,12})?$/, "Enter degrees, for example -1.9686")
    .transform(Number)
    .pipe(z.number().min(-limit).max(limit));

/** The query of `GET /backend/places`. `latitude` and `longitude` must both be present or both absent. */
export const PlaceSearch = z
  .object({
    q: z.string().default(""),
    latitude: degrees(90).optional(),
    longitude: degrees(180).optional(),
    limit: z
      .string()
      .regex(/^\d{1,2}$/, "Use a number from 1 to 20")
      .transform(Number)
      .pipe(z.number().min(1).max(20))
      .default(8),
    /** `local` skips the geocoder, so that the answer comes at once. */
    from: z.enum(["everywhere", "local"]).default("everywhere"),
  })
  .refine((query) => (query.latitude === undefined) === (query.longitude === undefined), {
    path: ["longitude"],
    error: "Give latitude and longitude together",
  });
export type PlaceSearch = z.infer<typeof PlaceSearch>;

export const PlaceSearchAnswer = z.object({
  places: z.array(Place),
  /** Whether `from=everywhere` may find more. The same places then come first. */
  more: z.boolean(),
});
export type PlaceSearchAnswer = z.infer<typeof PlaceSearchAnswer>;
