/** The operator's own places, for dispatch. */
import { z } from "zod";
import { PlaceKind, Point } from "./contract";
import { line, lines } from "../settings/text-contract";

export const SavePlace = Point.extend({
  name: line.max(200).min(1, "This field is required."),
  kind: PlaceKind.exclude(["city"]),
  address: line.max(300),
  /** Other words that people type to find it. */
  keywords: line.max(300).default(""),
  /** Three letters; null unless the place is an airport. */
  iata: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, "Enter the airport’s three letters, such as KGL.")
    .nullable()
    .default(null),
  /** Null if the zone follows from the point. */
  zoneId: z.string().max(64).nullable().default(null),
  /** A note for drivers: which gate, where to stop. */
  entranceNotes: lines.max(1000).default(""),
  /** A note for riders: where the driver waits. */
  pickupInstructions: lines.max(1000).default(""),
  active: z.boolean().default(true),
});
export type SavePlace = z.input<typeof SavePlace>;

/** The version that the caller saw; answers 409 if it has changed. */
const version = z.number().int().min(1);
export const ChangePlace = SavePlace.extend({ version });
export type ChangePlace = z.input<typeof ChangePlace>;
export const RemovePlace = z.object({ version });
export type RemovePlace = z.infer<typeof RemovePlace>;

export const PlaceRecord = Point.extend({
  id: z.string(),
  name: z.string(),
  kind: PlaceKind.exclude(["city"]),
  address: z.string(),
  keywords: z.string(),
  iata: z.string().nullable(),
  zoneId: z.string().nullable(),
  /** The zone that applies: the chosen one, else the first one around the point; null outside of all zones. */
  zone: z.object({ id: z.string(), name: z.string() }).nullable(),
  entranceNotes: z.string(),
  pickupInstructions: z.string(),
  active: z.boolean(),
  updatedAt: z.iso.datetime(),
  version: z.number().int(),
});
export type PlaceRecord = z.infer<typeof PlaceRecord>;

export const PlacesQuery = z.object({
  q: z.string().max(200).optional(),
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

export const PlaceList = z.object({
  places: z.array(PlaceRecord),
  nextCursor: z.string().nullable(),
});
export type PlaceList = z.infer<typeof PlaceList>;
export const PlaceAnswer = z.object({ place: PlaceRecord });
export type PlaceAnswer = z.infer<typeof PlaceAnswer>;
