/** A place that a trip can start or end at, and the search for one. Browser-safe. */
import { z } from "zod";

/** The operator's own places are of every kind but `city`, which only the gazetteer has. */
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
 * Who knows a place: the rider kept it (`saved`) or was there (`recent`), the operator listed it
 * (`own`), the built-in lists of airports and cities, or the configured geocoder; nobody does where
 * somebody gave its coordinates (`pin`).
 */
const PlaceSource = z.enum(["saved", "recent", "own", "airport", "city", "geocoder", "pin"]);

/**
 * One answer of the search. An operator's place bears its own id, an airport `airport:KGL`, a city
 * `city:202061` (its GeoNames number), a geocoder's `geocoder:N123` (its OpenStreetMap object), a pin
 * `pin:-1.95,30.06`.
 * `detail` is the address, or region and country.
 */
export const Place = Point.extend({
  id: z.string(),
  source: PlaceSource,
  name: z.string(),
  kind: PlaceKind,
  detail: z.string(),
  iata: z.string().optional(),
  /** What the rider calls it; only of a saved one. */
  label: z.string().optional(),
  /** Where the driver waits, in the operator's words. */
  pickupInstructions: z.string().optional(),
});
export type Place = z.infer<typeof Place>;

const degrees = (limit: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(?:\.\d{1,12})?$/, "Enter degrees, for example -1.9686")
    .transform(Number)
    .pipe(z.number().min(-limit).max(limit));

/** The query of `GET /backend/places`; `latitude` and `longitude` come together or not at all. */
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
    /** `local` leaves the geocoder out: it answers at once. */
    from: z.enum(["everywhere", "local"]).default("everywhere"),
  })
  .refine((query) => (query.latitude === undefined) === (query.longitude === undefined), {
    path: ["longitude"],
    error: "Give latitude and longitude together",
  });
export type PlaceSearch = z.infer<typeof PlaceSearch>;

export const PlaceSearchAnswer = z.object({
  places: z.array(Place),
  /** `from=everywhere` may find more: the same places come first then. */
  more: z.boolean(),
});
export type PlaceSearchAnswer = z.infer<typeof PlaceSearchAnswer>;
