/**
 * What is drawn of OpenStreetMap, in which layer and from which zoom: the part of the OpenMapTiles schema
 * (https://openmaptiles.org/schema/) that Livery's map style uses.
 */

type Tags = ReadonlyMap<string, string>;
type Shape = "point" | "line" | "area";

/** A thing to draw. */
export interface Drawing {
  layer: string;
  shape: Shape;
  minZoom: number;
  properties: Record<string, string | number>;
}

/** The zoom of the most detailed tiles. */
export const MAX_ZOOM = 14;

/** Classes of roads, and the zooms from which the roads and their names are drawn. */
const roads: Record<string, [name: string, minZoom: number, namesFrom: number]> = {
  motorway: ["motorway", 5, 10],
  trunk: ["trunk", 6, 11],
  primary: ["primary", 8, 12],
  secondary: ["secondary", 9, 12],
  tertiary: ["tertiary", 11, 12],
  unclassified: ["minor", 12, 14],
  residential: ["minor", 12, 14],
  living_street: ["minor", 12, 14],
  road: ["minor", 12, 14],
  service: ["service", 13, 14],
  track: ["track", 13, 14],
  path: ["path", 14, 14],
  footway: ["path", 14, 14],
  cycleway: ["path", 14, 14],
  steps: ["path", 14, 14],
  bridleway: ["path", 14, 14],
  pedestrian: ["path", 14, 14],
};

const waterAreas = new Set(["water", "bay", "strait"]);
const grass = new Set([
  "grass",
  "park",
  "garden",
  "golf_course",
  "pitch",
  "village_green",
  "recreation_ground",
  "cemetery",
  "allotments",
  "playground",
  "dog_park",
  "heath",
  "grassland",
  "scrub",
]);
const works = new Set(["industrial", "commercial", "retail", "railway", "quarry"]);
const placeZooms: Record<string, number> = {
  country: 2,
  state: 5,
  city: 4,
  town: 7,
  village: 10,
  suburb: 10,
  borough: 10,
  quarter: 11,
  neighbourhood: 12,
  hamlet: 12,
};
/** The classes of destinations that the map names, by the value of their tag. */
const destinationClasses: Record<string, string> = {
  hospital: "hospital",
  hotel: "lodging",
  hostel: "lodging",
  guest_house: "lodging",
  motel: "lodging",
  stadium: "stadium",
  museum: "museum",
  college: "college",
  university: "college",
  theatre: "theatre",
  townhall: "town_hall",
  bus_station: "bus",
  castle: "castle",
  station: "railway",
  halt: "railway",
};

/** Returns what is drawn for a node. */
export function drawingsOfPoint(tags: Tags): Drawing[] {
  const drawings = labels(tags);
  const number = tags.get("addr:housenumber");
  if (number) drawings.push(houseNumber(number));
  return drawings;
}

/** Returns what is drawn for a way; a way that `isClosed` ends where it begins. */
export function drawingsOfWay(tags: Tags, isClosed: boolean): Drawing[] {
  if (tags.size === 0) return [];
  const isArea =
    isClosed && tags.get("area") !== "no" && (!tags.has("highway") || tags.get("area") === "yes");
  return [...lines(tags), ...(isArea ? drawingsOfArea(tags) : [])];
}

/** Returns what is drawn for an area: its ground and its label. */
export function drawingsOfArea(tags: Tags): Drawing[] {
  const drawings: Drawing[] = [];
  const add = (layer: string, minZoom: number, properties: Drawing["properties"]) =>
    void drawings.push({ layer, shape: "area", minZoom, properties });
  const [landuse, natural, leisure] = [
    tags.get("landuse"),
    tags.get("natural"),
    tags.get("leisure"),
  ];
  const isWater =
    waterAreas.has(natural ?? "") ||
    tags.get("waterway") === "riverbank" ||
    landuse === "reservoir" ||
    landuse === "basin";
  if (isWater) {
    add("water", 4, { class: tags.get("water") === "river" ? "river" : "lake" });
    const name = displayName(tags, "\n");
    if (name)
      drawings.push({
        layer: "water_name",
        shape: "point",
        minZoom: 9,
        properties: { name, class: "lake" },
      });
  } else if (natural === "wood" || landuse === "forest") add("landcover", 7, { class: "wood" });
  else if (natural === "glacier") add("landcover", 5, { class: "ice", subclass: "glacier" });
  else if (natural === "beach" || natural === "sand") add("landcover", 9, { class: "sand" });
  else if (natural === "bare_rock" || natural === "scree") add("landcover", 9, { class: "rock" });
  else {
    const green = [leisure, landuse, natural].find((value) => grass.has(value ?? ""));
    if (green) add("landcover", 10, { class: "grass", subclass: green });
    if (landuse === "residential") add("landuse", 9, { class: "residential" });
    else if (works.has(landuse ?? "")) add("landuse", 10, { class: landuse ?? "" });
  }
  const aeroway = tags.get("aeroway");
  if (aeroway && aeroway !== "terminal") add("aeroway", 10, { class: aeroway });
  if ((tags.get("building") ?? "no") !== "no") add("building", MAX_ZOOM, {});
  const number = tags.get("addr:housenumber");
  if (number) drawings.push(houseNumber(number));
  drawings.push(...labels(tags));
  return drawings;
}

function lines(tags: Tags): Drawing[] {
  const drawings: Drawing[] = [];
  const add = (layer: string, minZoom: number, properties: Drawing["properties"]) =>
    void drawings.push({ layer, shape: "line", minZoom, properties });
  const highway = tags.get("highway") ?? "";
  const road = roads[highway.replace(/_link$/, "")];
  if (road && tags.get("area") !== "yes") {
    const [kind, minZoom, nameMinZoom] = road;
    const isLink = highway.endsWith("_link");
    add("transportation", isLink ? Math.max(minZoom, 10) : minZoom, {
      class: kind,
      ...bridgeOrTunnel(tags),
    });
    const name = displayName(tags, " ") ?? tags.get("ref");
    if (name && !isLink) add("transportation_name", nameMinZoom, { class: kind, name });
  }
  const railway = tags.get("railway");
  if (railway === "rail" || railway === "narrow_gauge")
    add("transportation", 9, { class: "rail", ...bridgeOrTunnel(tags) });
  else if (railway === "tram" || railway === "light_rail" || railway === "subway")
    add("transportation", 12, { class: "transit", ...bridgeOrTunnel(tags) });
  if (tags.get("route") === "ferry") add("transportation", 9, { class: "ferry" });
  const waterway = tags.get("waterway");
  if (waterway === "river" || waterway === "canal" || waterway === "stream") {
    const name = displayName(tags, " ");
    add("waterway", waterway === "river" ? 8 : waterway === "canal" ? 11 : 13, {
      class: waterway,
      ...(name && { name }),
      ...bridgeOrTunnel(tags),
    });
  }
  const aeroway = tags.get("aeroway");
  if (aeroway === "runway" || aeroway === "taxiway") add("aeroway", 10, { class: aeroway });
  return drawings;
}

/** Returns a border of an admin level, for the ways of border relations. */
export function drawingOfBorder(level: number, isMaritime: boolean): Drawing {
  const minZoom = level === 2 ? 2 : level <= 4 ? 5 : 10;
  return {
    layer: "boundary",
    shape: "line",
    minZoom,
    properties: { admin_level: level, maritime: isMaritime ? 1 : 0 },
  };
}

function labels(tags: Tags): Drawing[] {
  const name = displayName(tags, "\n");
  if (!name) return [];
  const drawings: Drawing[] = [];
  const add = (layer: string, minZoom: number, properties: Drawing["properties"]) =>
    void drawings.push({
      layer,
      shape: "point",
      minZoom,
      properties: { name, ...properties },
    });
  const place = tags.get("place") ?? "";
  const placeZoom = placeZooms[place];
  if (placeZoom !== undefined) {
    const people = Number(tags.get("population")) || 0;
    add("place", placeZoom, {
      class: place,
      rank: Math.max(1, 12 - Math.floor(Math.log10(people + 1) * 1.5)),
    });
  }
  if (tags.get("aeroway") === "aerodrome") {
    const iata = tags.get("iata");
    add("aerodrome_label", 10, { class: "international", ...(iata && { iata }) });
  }
  for (const key of ["amenity", "tourism", "leisure", "historic", "railway"]) {
    const subclass = tags.get(key) ?? "";
    const kind = destinationClasses[subclass];
    if (kind === undefined) continue;
    add("poi", MAX_ZOOM, {
      class: kind,
      subclass,
      rank: kind === "hospital" || kind === "railway" ? 1 : 10,
    });
    break;
  }
  return drawings;
}

function houseNumber(number: string): Drawing {
  return {
    layer: "housenumber",
    shape: "point",
    minZoom: MAX_ZOOM,
    properties: { housenumber: number },
  };
}

function bridgeOrTunnel(tags: Tags): Record<string, string> {
  if ((tags.get("tunnel") ?? "no") !== "no") return { brunnel: "tunnel" };
  return (tags.get("bridge") ?? "no") !== "no" ? { brunnel: "bridge" } : {};
}

/** Returns the local name, followed by the name in Latin letters if the local script is another. */
function displayName(tags: Tags, separator: string): string | undefined {
  const name = tags.get("name");
  if (!name || /\p{Script=Latin}/u.test(name) || !/\p{L}/u.test(name)) return name;
  const latin = ["name:latin", "name:en", "int_name", "name:fr"]
    .map((key) => tags.get(key))
    .find((text) => text && /\p{Script=Latin}/u.test(text));
  return latin ? `${name}${separator}${latin}` : name;
}
