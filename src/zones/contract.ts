/** Zones: areas of the map that prices refer to. Browser-safe. */
import { z } from "zod";
import { line, lines } from "../settings/text-contract";

/** A GeoJSON position: longitude and latitude. Further numbers, such as an altitude, are dropped. */
export const Position = z
  .array(z.number())
  .min(2, "a position is [longitude, latitude]")
  .max(4, "a position is [longitude, latitude]");
export type Position = z.infer<typeof Position>;

/** A closed line of positions: the last one repeats the first. */
const Ring = z.array(Position);

/** The outer ring, followed by the holes. */
const Polygon = z.object({
  type: z.literal("Polygon"),
  coordinates: z.array(Ring).min(1, "A polygon needs at least one ring of corners"),
});
const MultiPolygon = z.object({
  type: z.literal("MultiPolygon"),
  coordinates: z
    .array(z.array(Ring).min(1, "A polygon needs at least one ring of corners"))
    .min(1, "There is no polygon"),
});
/** The area that a zone covers. `tidyShape` checks its rules (closed, not crossing itself …). */
export const ZoneShape = z.discriminatedUnion("type", [Polygon, MultiPolygon]);
export type ZoneShape = z.infer<typeof ZoneShape>;

/** How many colours zones have on the map; a colour is an index of its palette. */
export const ZONE_COLOR_COUNT = 8;

const name = line.min(1, "This field is required.").max(80);
const note = lines.max(500);
const color = z
  .number()
  .int()
  .min(0)
  .max(ZONE_COLOR_COUNT - 1);
const priority = z.number().int().min(-1000).max(1000);

export const SaveZone = z.object({
  name,
  color: color.default(0),
  /** Where zones overlap, the one with the higher priority counts. */
  priority: priority.default(0),
  shape: ZoneShape,
  active: z.boolean().default(true),
  note: note.default(""),
});
export type SaveZone = z.input<typeof SaveZone>;

/** The version that the caller saw; answers 409 if it has changed. */
const version = z.number().int().min(1);
export const ChangeZone = SaveZone.extend({ version });
export type ChangeZone = z.input<typeof ChangeZone>;
export const RemoveZone = z.object({ version });
export type RemoveZone = z.infer<typeof RemoveZone>;

export const Zone = z.object({
  id: z.string(),
  name: z.string(),
  color: z.number().int(),
  priority: z.number().int(),
  shape: ZoneShape,
  areaSquareMeters: z.number(),
  /** West, south, east, north in degrees. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  active: z.boolean(),
  note: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.number().int(),
});
export type Zone = z.infer<typeof Zone>;

export const ZoneAnswer = z.object({ zone: Zone });
export type ZoneAnswer = z.infer<typeof ZoneAnswer>;
/** All zones, the highest priority first, then by name. A fleet has only a few dozen. */
export const ZoneList = z.object({ zones: z.array(Zone) });
export type ZoneList = z.infer<typeof ZoneList>;

/**
 * The properties of a feature that are read. Upper or lower case does not matter, and numbers may be text or the
 * reverse, as tools for such files write them. An invalid property counts as missing, except a name.
 */
export const ZoneProperties = z.preprocess(
  (properties) => withLowerCaseKeys(properties),
  z.object({
    name: z.preprocess(asText, name.optional()),
    color: z.preprocess(asNumber, color.catch(0).default(0)),
    priority: z.preprocess(asNumber, priority.catch(0).default(0)),
    note: z.preprocess(asText, note.catch("").default("")),
    active: z.preprocess(asFlag, z.boolean().catch(true).default(true)),
  }),
);

/** Returns the properties by lower-case name; a name that was already in lower case takes precedence. */
function withLowerCaseKeys(properties: unknown): Record<string, unknown> {
  if (typeof properties !== "object" || properties === null) return {};
  const lowerCaseProperties: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(properties)) {
    const lowerCaseKey = key.toLowerCase();
    const shouldReplace =
      key === lowerCaseKey ? hasContent(value) : !hasContent(lowerCaseProperties[lowerCaseKey]);
    if (shouldReplace) lowerCaseProperties[lowerCaseKey] = value;
  }
  return lowerCaseProperties;
}

function hasContent(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === "string" && !value.trim());
}

function asText(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  return hasContent(value) ? value : undefined;
}

function asNumber(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" ? Number(value) : value;
}

function asFlag(value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") return value;
  if (/^(?:false|no|0)$/i.test(String(value))) return false;
  if (/^(?:true|yes|1)$/i.test(String(value))) return true;
  return value;
}

export const ImportZones = z.object({
  /** A FeatureCollection, Feature, Polygon or MultiPolygon, as parsed from a file. */
  geojson: z.unknown(),
  /** Whether to import the valid features although others have faults. */
  skipFaulty: z.boolean().default(false),
});
export type ImportZones = z.input<typeof ImportZones>;

/** A fault of a feature; features are counted from 1. */
export const ImportFault = z.object({
  feature: z.number().int(),
  name: z.string().nullable(),
  text: z.string(),
});
export type ImportFault = z.infer<typeof ImportFault>;
export const ImportAnswer = z.object({ zones: z.array(Zone), faults: z.array(ImportFault) });
export type ImportAnswer = z.infer<typeof ImportAnswer>;
