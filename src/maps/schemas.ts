/**
 * The two schemas by which vector tiles are divided into layers: OpenMapTiles (tilemaker, planetiler,
 * https://openmaptiles.org/schema/) and the Protomaps basemap (https://docs.protomaps.com/basemaps/layers). Each is
 * translated into the terms of Livery's style.
 */
import type { ExpressionSpecification } from "maplibre-gl";
import type { MapCredit } from "./contract";

/** The selected features of a tile layer; without a filter, all of them. */
export interface LayerSelection {
  layer: string;
  filter?: ExpressionSpecification;
}

export interface Schema {
  /** The name of a layer that every file of this schema has. */
  markerLayer: string;
  credits: MapCredit[];
  /** Null unless the background is water and the land is drawn on it. */
  land: LayerSelection | null;
  residential: LayerSelection;
  industrial: LayerSelection;
  wood: LayerSelection;
  green: LayerSelection;
  sand: LayerSelection;
  ice: LayerSelection;
  water: LayerSelection;
  waterways: LayerSelection;
  waterClass: ExpressionSpecification;
  waterNames: LayerSelection;
  apron: LayerSelection;
  runways: LayerSelection;
  runwayClass: ExpressionSpecification;
  buildings: LayerSelection;
  roads: LayerSelection;
  roadNames: LayerSelection;
  /** OpenStreetMap's class of a road, or `minor`. */
  roadClass: ExpressionSpecification;
  tunnel: ExpressionSpecification;
  bridge: ExpressionSpecification;
  rails: LayerSelection;
  countryBorders: LayerSelection;
  regionBorders: LayerSelection;
  places: LayerSelection;
  placeClass: ExpressionSpecification;
  /** The rank among places of a class: a smaller number is more important. */
  placeRank: ExpressionSpecification;
  airports: LayerSelection;
  pois: LayerSelection;
  poiRank: ExpressionSpecification;
  houseNumbers: LayerSelection | null;
  houseNumber: ExpressionSpecification;
  name: ExpressionSpecification;
}

const openStreetMap: MapCredit = {
  text: "© OpenStreetMap contributors",
  url: "https://www.openstreetmap.org/copyright",
};

const get = (key: string): ExpressionSpecification => ["get", key];
const oneOf = (key: string, values: string[]): ExpressionSpecification => [
  "in",
  get(key),
  ["literal", values],
];
const isLineGeometry: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];
const isArea: ExpressionSpecification = ["==", ["geometry-type"], "Polygon"];

export const openMapTilesSchema: Schema = {
  markerLayer: "transportation",
  credits: [{ text: "© OpenMapTiles", url: "https://openmaptiles.org/" }, openStreetMap],
  land: null,
  residential: { layer: "landuse", filter: oneOf("class", ["residential", "suburb", "quarter"]) },
  industrial: {
    layer: "landuse",
    filter: oneOf("class", ["industrial", "commercial", "retail", "railway", "quarry"]),
  },
  wood: { layer: "landcover", filter: oneOf("class", ["wood", "forest"]) },
  green: {
    layer: "landcover",
    filter: ["all", ["==", get("class"), "grass"], ["!=", get("subclass"), "meadow"]],
  },
  sand: { layer: "landcover", filter: oneOf("class", ["sand", "rock"]) },
  ice: { layer: "landcover", filter: oneOf("class", ["ice", "glacier"]) },
  water: { layer: "water", filter: ["!=", get("brunnel"), "tunnel"] },
  waterways: { layer: "waterway", filter: ["!=", get("brunnel"), "tunnel"] },
  waterClass: get("class"),
  waterNames: { layer: "water_name" },
  apron: { layer: "aeroway", filter: isArea },
  runways: { layer: "aeroway", filter: isLineGeometry },
  runwayClass: get("class"),
  buildings: { layer: "building" },
  roads: { layer: "transportation", filter: isLineGeometry },
  roadNames: { layer: "transportation_name" },
  roadClass: get("class"),
  tunnel: ["==", get("brunnel"), "tunnel"],
  bridge: ["==", get("brunnel"), "bridge"],
  rails: {
    layer: "transportation",
    filter: ["all", oneOf("class", ["rail", "transit"]), ["!=", get("brunnel"), "tunnel"]],
  },
  countryBorders: {
    layer: "boundary",
    filter: ["all", ["==", get("admin_level"), 2], ["!=", get("maritime"), 1]],
  },
  regionBorders: {
    layer: "boundary",
    filter: ["all", oneOfNumbers("admin_level", [3, 4]), ["!=", get("maritime"), 1]],
  },
  places: { layer: "place" },
  placeClass: get("class"),
  placeRank: ["coalesce", get("rank"), 99],
  airports: { layer: "aerodrome_label" },
  pois: {
    layer: "poi",
    filter: [
      "any",
      oneOf("class", ["hospital", "lodging", "stadium", "museum", "college", "railway", "castle"]),
      oneOf("subclass", ["hotel", "theatre", "townhall", "bus_station", "station", "university"]),
    ],
  },
  poiRank: ["coalesce", get("rank"), 99],
  houseNumbers: { layer: "housenumber" },
  houseNumber: get("housenumber"),
  name: ["coalesce", get("name:latin"), get("name")],
};

export const protomapsSchema: Schema = {
  markerLayer: "roads",
  credits: [{ text: "Protomaps", url: "https://protomaps.com/" }, openStreetMap],
  land: { layer: "earth", filter: isArea },
  residential: { layer: "landuse", filter: oneOf("kind", ["residential", "neighbourhood"]) },
  industrial: {
    layer: "landuse",
    filter: oneOf("kind", ["industrial", "commercial", "railway", "quarry"]),
  },
  wood: { layer: "landuse", filter: oneOf("kind", ["wood", "forest"]) },
  green: {
    layer: "landuse",
    filter: oneOf("kind", [
      "park",
      "grass",
      "golf_course",
      "garden",
      "recreation_ground",
      "village_green",
      "cemetery",
      "pitch",
    ]),
  },
  sand: { layer: "landuse", filter: oneOf("kind", ["sand", "beach"]) },
  ice: { layer: "landuse", filter: oneOf("kind", ["glacier"]) },
  water: { layer: "water", filter: isArea },
  waterways: { layer: "water", filter: isLineGeometry },
  waterClass: get("kind"),
  waterNames: { layer: "water" },
  apron: { layer: "landuse", filter: oneOf("kind", ["aerodrome", "airfield", "runway", "apron"]) },
  runways: { layer: "roads", filter: ["==", get("kind"), "aeroway"] },
  runwayClass: get("kind_detail"),
  buildings: { layer: "buildings", filter: ["!=", get("kind"), "address"] },
  roads: { layer: "roads", filter: ["!", oneOfKinds(["rail", "ferry", "aeroway", "aerialway"])] },
  roadNames: { layer: "roads", filter: ["!", oneOfKinds(["rail", "ferry", "aeroway"])] },
  roadClass: ["coalesce", get("kind_detail"), get("kind")],
  tunnel: ["to-boolean", get("is_tunnel")],
  bridge: ["to-boolean", get("is_bridge")],
  rails: { layer: "roads", filter: ["==", get("kind"), "rail"] },
  countryBorders: { layer: "boundaries", filter: ["==", get("kind"), "country"] },
  regionBorders: { layer: "boundaries", filter: ["==", get("kind"), "region"] },
  places: { layer: "places" },
  // Countries and regions have no kind detail. Localities do: city, town, village …
  placeClass: [
    "match",
    get("kind"),
    ["country"],
    "country",
    ["region"],
    "state",
    ["coalesce", get("kind_detail"), get("kind")],
  ],
  placeRank: ["-", 20, ["coalesce", get("population_rank"), 0]],
  airports: { layer: "pois", filter: ["==", get("kind"), "aerodrome"] },
  pois: {
    layer: "pois",
    filter: oneOf("kind", [
      "hospital",
      "hotel",
      "stadium",
      "museum",
      "university",
      "college",
      "train_station",
      "bus_station",
      "station",
      "townhall",
      "theatre",
      "castle",
    ]),
  },
  poiRank: ["coalesce", get("min_zoom"), 99],
  houseNumbers: { layer: "buildings", filter: ["==", get("kind"), "address"] },
  houseNumber: get("addr_housenumber"),
  name: ["coalesce", get("name"), get("name:en")],
};

function oneOfNumbers(key: string, values: number[]): ExpressionSpecification {
  return ["in", get(key), ["literal", values]];
}

function oneOfKinds(values: string[]): ExpressionSpecification {
  return ["in", get("kind"), ["literal", values]];
}

/** Returns the schema of a file with these layers, or null if it is neither. */
export function schemaOf(layers: readonly string[]): Schema | null {
  return (
    [openMapTilesSchema, protomapsSchema].find(({ markerLayer }) => layers.includes(markerLayer)) ??
    null
  );
}
