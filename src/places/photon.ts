/** Reads the answers of a Photon-compatible geocoder: GeoJSON with OpenStreetMap's terms. */
import { z } from "zod";
import { type Place, type PlaceKind, Point } from "./contract";

const text = z
  .string()
  .transform((value) => value.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim())
  .optional()
  .catch(undefined);

const Properties = z.object({
  osm_id: z.number().int(),
  osm_type: z.enum(["N", "W", "R"]),
  osm_key: text,
  osm_value: text,
  name: text,
  housenumber: text,
  street: text,
  district: text,
  city: text,
  county: text,
  state: text,
  country: text,
});
const Feature = z.object({
  geometry: z.object({
    type: z.literal("Point"),
    coordinates: z.array(z.number()).min(2),
  }),
  properties: Properties,
});
const PhotonAnswer = z.object({
  type: z.literal("FeatureCollection"),
  features: z.array(z.unknown()).max(200),
});

/**
 * Returns the places in an answer, best first. A feature without a name or a street is left out. Throws if the answer
 * doesn't have Photon's shape.
 */
export function readPhoton(json: unknown): Place[] {
  const answer = PhotonAnswer.safeParse(json);
  if (!answer.success) throw new TypeError("The answer is not a list of places");
  const placeById = new Map<string, Place>();
  for (const each of answer.data.features) {
    const place = toPlace(each);
    if (place && !placeById.has(place.id)) placeById.set(place.id, place);
  }
  return [...placeById.values()];
}

function toPlace(feature: unknown): Place | null {
  const parsedFeature = Feature.safeParse(feature);
  if (!parsedFeature.success) return null;
  const { properties, geometry } = parsedFeature.data;
  const [longitude, latitude] = geometry.coordinates;
  const point = Point.safeParse({ latitude, longitude });
  const { street, housenumber } = properties;
  const address = street && housenumber ? `${street} ${housenumber}` : street;
  const name = (properties.name || address)?.slice(0, 200);
  if (!point.success || !name) return null;
  const addressParts = [
    address,
    properties.district,
    properties.city ?? properties.county,
    properties.state,
    properties.country,
  ];
  const detail = [...new Set(addressParts)].filter((word) => word && word !== name).join(", ");
  return {
    id: `geocoder:${properties.osm_type}${properties.osm_id}`,
    source: "geocoder",
    name,
    kind: kindOf(properties.osm_key, properties.osm_value),
    detail: detail.slice(0, 300),
    ...point.data,
  };
}

/** Converts OpenStreetMap's key and value to a kind of place. */
export function kindOf(key = "", value = ""): PlaceKind {
  if (key === "aeroway") return "airport";
  if (key === "railway" || key === "public_transport" || value === "bus_station") return "station";
  if (value === "hospital" || value === "clinic") return "hospital";
  if (key === "tourism")
    return /hotel|hostel|guest|motel|apartment/.test(value) ? "hotel" : "sight";
  if (key === "historic") return "sight";
  if (key !== "place") return "address";
  if (value === "city" || value === "town" || value === "village") return "city";
  return value === "house" ? "address" : "district";
}
