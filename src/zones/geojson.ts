/** Zones as GeoJSON: reads files from elsewhere and reports every error, and writes a file. Browser-safe. */
import { type ImportFault, type Zone, ZoneProperties, ZoneShape } from "./contract";
import { MAX_CORNERS, ZoneShapeError, tidyShape } from "./rules";

/** The most features in one file. */
const MAX_FEATURES = 500;

/** A feature that can become a zone; its number in the file is counted from 1. */
interface ParsedFeature {
  feature: number;
  name: string;
  color: number;
  priority: number;
  note: string;
  active: boolean;
  shape: ZoneShape;
}

/** The content of a file. */
export type ParsedFile = { features: ParsedFeature[]; faults: ImportFault[] };

/**
 * Reads a FeatureCollection, a Feature or a bare (Multi)Polygon, one feature at each step, because a large file takes
 * seconds and one feature about ten ms. A feature without a name is called "Zone" with its number. Two features with
 * the same name, in upper or lower case, are a fault.
 */
export function* readFeatures(json: unknown): Generator<undefined, ParsedFile> {
  const features: ParsedFeature[] = [];
  const faults: ImportFault[] = [];
  const seenNames = new Set<string>();
  const featuresOrFault = listFeatures(json);
  if (typeof featuresOrFault === "string")
    return { features, faults: [{ feature: 1, name: null, text: featuresOrFault }] };
  for (const [i, each] of featuresOrFault.entries()) {
    const feature = i + 1;
    const parsedProperties = ZoneProperties.safeParse(each.properties);
    if (!parsedProperties.success) {
      const [issue] = parsedProperties.error.issues;
      faults.push({
        feature,
        name: null,
        text: `has a name that cannot be used: ${issue?.message}`,
      });
      yield;
      continue;
    }
    const { name: propertyName, ...properties } = parsedProperties.data;
    const addFault = (text: string) => faults.push({ feature, name: propertyName ?? null, text });
    const name = propertyName ?? `Zone ${feature}`;
    const shape = readShape(each.geometry);
    if (typeof shape === "string") addFault(shape);
    else if (seenNames.has(name.toLowerCase())) addFault("has the name of another feature");
    else features.push({ feature, name, ...properties, shape });
    seenNames.add(name.toLowerCase());
    yield;
  }
  return { features, faults };
}

/** Returns the zones as a FeatureCollection, which `readFeatures` can read. */
export function toGeojson(zones: readonly Zone[]) {
  return {
    type: "FeatureCollection" as const,
    features: zones.map(({ id, name, color, priority, note, active, shape }) => ({
      type: "Feature" as const,
      id,
      properties: { name, color, priority, note, active },
      geometry: shape,
    })),
  };
}

/** Returns the features, or a text that says what is wrong with the file. */
function listFeatures(json: unknown): { properties?: unknown; geometry?: unknown }[] | string {
  if (!isObject(json)) return "This is not GeoJSON.";
  if (json.type === "Polygon" || json.type === "MultiPolygon") return [{ geometry: json }];
  if (json.type === "Feature") return [json];
  if (json.type !== "FeatureCollection" || !Array.isArray(json.features))
    return "This is not GeoJSON: a FeatureCollection, Feature, Polygon or MultiPolygon is needed.";
  if (json.features.length === 0) return "The file has no features.";
  if (json.features.length > MAX_FEATURES)
    return `The file has more than ${MAX_FEATURES} features in it.`;
  return json.features.map((each: unknown) => (isObject(each) ? each : {}));
}

function readShape(geometry: unknown): ZoneShape | string {
  if (!isObject(geometry)) return "has no geometry";
  if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon")
    return `is a ${typeof geometry.type === "string" ? geometry.type.slice(0, 40) : "geometry without a type"}, not a Polygon or MultiPolygon`;
  // Items are counted before the shape is checked, because each wrong one of a million numbers would be a separate
  // fault.
  if (countItems(geometry.coordinates, MAX_ITEMS) > MAX_ITEMS)
    return `has more than ${MAX_CORNERS.toLocaleString("en")} corners`;
  const shape = ZoneShape.safeParse(geometry);
  if (!shape.success) {
    const [issue] = shape.error.issues;
    return `cannot be read at ${issue?.path.join(".") || "its beginning"}: ${issue?.message ?? ""}`;
  }
  try {
    return tidyShape(shape.data);
  } catch (error) {
    if (error instanceof ZoneShapeError) return error.message;
    throw error;
  }
}

/** The most numbers and lists in a shape: 2,000 corners of four numbers, in rings of three. */
const MAX_ITEMS = 8 * MAX_CORNERS;

/** Returns how many items a list and its inner lists contain; stops counting beyond `max`. */
function countItems(list: unknown, max: number): number {
  if (!Array.isArray(list)) return 0;
  let items = list.length;
  for (const item of list) {
    if (items > max) break;
    items += countItems(item, max - items);
  }
  return items;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
