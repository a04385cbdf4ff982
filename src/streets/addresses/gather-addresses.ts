/** Gathers what people search for from an extract: places, streets, destinations, and the houses of the streets. */
import type { PlaceKind } from "../../places/contract";
import { kindOf } from "../../places/photon";
import { normalizeText } from "../../places/rules";
import { at, growingInts } from "../arrays";
import type { Extract } from "../reading/extract";
import { isClosed, nodesOf } from "../reading/rings";
import { Localities } from "./localities";

/** One thing with a name; coordinates in degrees times `DEGREE`. */
export interface NamedThing {
  name: string;
  /** Its other names. */
  others: string[];
  kind: PlaceKind;
  /** Town and regions. */
  detail: string;
  y: number;
  x: number;
  /** Its object in OpenStreetMap: `N123`. */
  object: string;
  /** A lower rank is more important. */
  rank: number;
  isStreet: boolean;
}

/** Houses by column; `streets` contains the index of each house's street among the things. */
interface HouseColumns {
  streets: Int32Array;
  numbers: string[];
  ys: Int32Array;
  xs: Int32Array;
}

export interface Addresses {
  places: NamedThing[];
  houses: HouseColumns;
}

/** The keys that make an object a destination, the most specific first. */
const destinationKeys = [
  "aeroway",
  "railway",
  "public_transport",
  "amenity",
  "tourism",
  "shop",
  "healthcare",
  "historic",
  "leisure",
  "office",
  "building",
  "man_made",
];
const stationKinds = new Set(["station", "halt", "tram_stop", "terminal", "stop_position"]);
/** Values that are of no use to drivers, or that thousands of objects with the same name have. */
const ignoredValues = new Set([
  "taxiway",
  "runway",
  "apron",
  "parking_position",
  "gate",
  "helipad",
  "rail",
  "platform",
  "stop_position",
  "switch",
  "level_crossing",
  "crossing",
  "tram_stop",
  "waste_basket",
  "bench",
  "information",
]);
const placeRanks: Record<string, number> = {
  city: 0,
  town: 1,
  village: 2,
  suburb: 3,
  borough: 3,
  quarter: 3,
  neighbourhood: 4,
  hamlet: 4,
  island: 4,
  locality: 6,
};
const streetRanks: Record<string, number> = {
  motorway: 5,
  trunk: 5,
  primary: 5,
  secondary: 5,
  tertiary: 5,
};
const otherNameKey = /^(?:name:|int_name|alt_name|official_name|short_name|loc_name|old_name)/;

/** Gathers the addresses; `progress` receives how many elements were read. */
export function gatherAddresses(
  extract: Extract,
  progress: (done: number, of: number) => void,
): Addresses {
  return new AddressCollector(extract, progress).run();
}

class AddressCollector {
  private readonly localities: Localities;
  private readonly places: NamedThing[] = [];
  private readonly streets = new Map<string, { index: number; length: number }>();
  private readonly houses = {
    streets: growingInts(),
    numbers: [] as string[],
    ys: growingInts(),
    xs: growingInts(),
  };

  constructor(
    private readonly extract: Extract,
    private readonly progress: (done: number, of: number) => void,
  ) {
    this.localities = new Localities(extract);
  }

  run(): Addresses {
    const { spots, ways, relations, nodes } = this.extract;
    // Streets come first, because houses look up theirs.
    for (let way = 0; way < ways.count; way++) {
      const tags = ways.tags(way);
      if (tags.has("highway") && tags.get("area") !== "yes") this.addStreet(way, tags);
      if (way % 10_000 === 0) this.progress(way, ways.count * 2 + spots.count);
    }
    for (let spot = 0; spot < spots.count; spot++) {
      const node = at(spots.at, spot);
      if (node < 0) continue;
      this.addSpot(
        spots.tags(spot),
        at(nodes.latitudes, node),
        at(nodes.longitudes, node),
        `N${spots.ids[spot]}`,
      );
      if (spot % 10_000 === 0) this.progress(ways.count + spot, ways.count * 2 + spots.count);
    }
    for (let way = 0; way < ways.count; way++) {
      const tags = ways.tags(way);
      if (tags.size === 0 || tags.has("highway") || !isClosed(this.extract, way)) continue;
      this.addSpot(tags, ...this.middleOf(nodesOf(this.extract, way)), `W${ways.ids[way]}`);
      if (way % 10_000 === 0)
        this.progress(ways.count + spots.count + way, ways.count * 2 + spots.count);
    }
    for (let relation = 0; relation < relations.count; relation++) {
      const tags = relations.tags(relation);
      if (tags.get("type") !== "multipolygon") continue;
      const outer = relations
        .members(relation)
        .find(({ kind, index, role }) => kind === "way" && index >= 0 && role !== "inner");
      if (outer)
        this.addSpot(
          tags,
          ...this.middleOf(nodesOf(this.extract, outer.index)),
          `R${relations.ids[relation]}`,
        );
    }
    return this.sortedAddresses();
  }

  private addStreet(way: number, tags: ReadonlyMap<string, string>): void {
    const name = tags.get("name") ?? tags.get("ref");
    if (!name) return;
    const nodes = nodesOf(this.extract, way);
    const middle = nodes[nodes.length >> 1];
    if (middle === undefined) return;
    const { latitudes, longitudes } = this.extract.nodes;
    const [y, x] = [at(latitudes, middle), at(longitudes, middle)];
    const { town, detail } = this.localities.at(y, x);
    const key = `${normalizeText(name)}|${town}`;
    const existingStreet = this.streets.get(key);
    const entry: NamedThing = {
      name,
      others: namesOf(tags, name),
      kind: "address",
      detail,
      y,
      x,
      object: `W${this.extract.ways.ids[way]}`,
      rank: streetRanks[tags.get("highway") ?? ""] ?? 6,
      isStreet: true,
    };
    if (!existingStreet) {
      this.streets.set(key, { index: this.places.push(entry) - 1, length: nodes.length });
      return;
    }
    // The longest of its ways represents the whole street.
    const streetPlace = this.places[existingStreet.index];
    if (!streetPlace) return;
    const rank = Math.min(streetPlace.rank, entry.rank);
    if (nodes.length > existingStreet.length) {
      existingStreet.length = nodes.length;
      this.places[existingStreet.index] = {
        ...entry,
        rank,
        others: [...new Set([...streetPlace.others, ...entry.others])],
      };
    } else streetPlace.rank = rank;
  }

  private addSpot(tags: ReadonlyMap<string, string>, y: number, x: number, object: string): void {
    const number = tags.get("addr:housenumber");
    if (number) this.addHouses(tags, number, y, x);
    const name = tags.get("name");
    if (!name) return;
    const destination = destinationOf(tags);
    if (!destination) return;
    const { town, detail } = this.localities.at(y, x);
    const street = tags.get("addr:street");
    const address = street ? [[street, number].filter(Boolean).join(" ")] : [];
    const locality = town === name ? detail.split(", ").slice(1).join(", ") : detail;
    this.places.push({
      name,
      others: [...namesOf(tags, name), ...(tags.get("iata") ? [tags.get("iata") ?? ""] : [])],
      kind: destination.kind,
      detail: [...address, locality].filter(Boolean).join(", "),
      y,
      x,
      object,
      rank: destination.rank,
      isStreet: false,
    });
  }

  private addHouses(
    tags: ReadonlyMap<string, string>,
    numbers: string,
    y: number,
    x: number,
  ): void {
    const name = tags.get("addr:street") ?? tags.get("addr:place");
    if (!name) return;
    const { town, detail } = this.localities.at(y, x);
    const key = `${normalizeText(name)}|${town}`;
    const street =
      this.streets.get(key)?.index ??
      this.places.push({
        name,
        others: [],
        kind: "address",
        detail,
        y,
        x,
        object: "",
        rank: 7,
        isStreet: true,
      }) - 1;
    if (!this.streets.has(key)) this.streets.set(key, { index: street, length: 0 });
    for (const number of numbers.split(/[;,]/)) {
      const trimmedNumber = number.trim().slice(0, 20);
      if (!trimmedNumber) continue;
      this.houses.streets.push(street);
      this.houses.numbers.push(trimmedNumber);
      this.houses.ys.push(y);
      this.houses.xs.push(x);
    }
  }

  private middleOf(ring: readonly number[]): [y: number, x: number] {
    const { latitudes, longitudes } = this.extract.nodes;
    let [y, x] = [0, 0];
    for (const node of ring) {
      y += at(latitudes, node);
      x += at(longitudes, node);
    }
    const count = Math.max(1, ring.length);
    return [Math.round(y / count), Math.round(x / count)];
  }

  /** Returns the addresses, the most important first. */
  private sortedAddresses(): Addresses {
    const order = this.places.map((_, index) => index);
    order.sort((a, b) => (this.places[a]?.rank ?? 0) - (this.places[b]?.rank ?? 0));
    const positionByIndex = new Int32Array(order.length);
    order.forEach((index, place) => {
      positionByIndex[index] = place;
    });
    const { streets, numbers, ys, xs } = this.houses;
    return {
      places: order.flatMap((index) => this.places[index] ?? []),
      houses: {
        streets: streets.contents().map((index) => at(positionByIndex, index)),
        numbers,
        ys: ys.contents(),
        xs: xs.contents(),
      },
    };
  }
}

function namesOf(tags: ReadonlyMap<string, string>, name: string): string[] {
  const otherNames = new Set<string>();
  for (const [key, value] of tags)
    if (otherNameKey.test(key))
      for (const each of value.split(";")) if (each.trim() !== name) otherNames.add(each.trim());
  const ref = tags.get("highway") ? tags.get("ref") : undefined;
  if (ref && ref !== name) otherNames.add(ref);
  return [...otherNames];
}

function destinationOf(
  tags: ReadonlyMap<string, string>,
): { kind: PlaceKind; rank: number } | null {
  const place = tags.get("place");
  if (place !== undefined)
    return place in placeRanks
      ? { kind: kindOf("place", place), rank: placeRanks[place] ?? 6 }
      : null;
  for (const key of destinationKeys) {
    const value = tags.get(key);
    if (value === undefined || value === "no" || ignoredValues.has(value)) continue;
    if (key === "railway" && !stationKinds.has(value)) continue;
    const kind = kindOf(key, value);
    return { kind, rank: rankOf(key, kind) };
  }
  return null;
}

function rankOf(key: string, kind: PlaceKind): number {
  if (kind === "airport") return 1;
  if (kind === "station" || kind === "hospital" || kind === "hotel") return 4;
  return key === "building" || key === "man_made" ? 8 : 7;
}
