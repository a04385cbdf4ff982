/**
 * An OpenStreetMap extract in memory: 16 bytes for each node, 4 for each node of a way, and the tags that Livery uses.
 */
import { at, collectGarbageAfter, growingInts, growingNumbers, indexOfId, spanOf } from "../arrays";
import { type BlockStrings, ExtractError, type ExtractVisitor, readExtract } from "./pbf";

/** West, south, east, north in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number];

/** The factor by which degrees are multiplied to store coordinates as integers. */
export const DEGREE = 1e7;

type Tags = ReadonlyMap<string, string>;

/** Elements of one kind, by index. */
interface Elements {
  count: number;
  ids: Float64Array;
  tags(index: number): Tags;
}

export interface Extract {
  /** Sorted by ascending id; coordinates are in degrees times `DEGREE`. */
  nodes: { count: number; ids: Float64Array; latitudes: Int32Array; longitudes: Int32Array };
  /** Nodes with tags that Livery uses; `at` has the index of each in `nodes`. */
  spots: Elements & { at: Int32Array };
  /**
   * The nodes of a way are in `refs`, from `starts[way]` on, as indexes in `nodes`; -1 is a node that is not in the
   * file.
   */
  ways: Elements & { starts: Int32Array; refs: Int32Array };
  relations: Elements & {
    members(index: number): Member[];
  };
  bounds: Bounds;
}

/** A member of a relation; `index` is -1 if the member is not in the file. */
interface Member {
  kind: "node" | "way" | "relation";
  index: number;
  role: string;
}

const LANGUAGES =
  "en fr de es pt ar sw rw it nl ru uk zh ja ko hi am he el th fa tr rm latin".split(" ");

/** The keys of tags that are kept; others would only take memory. */
const requestedKeys = new Set([
  ..."name int_name alt_name official_name short_name loc_name old_name ref highway oneway junction access".split(
    " ",
  ),
  ..."vehicle motor_vehicle motorcar maxspeed maxspeed:forward maxspeed:backward surface tracktype service".split(
    " ",
  ),
  ..."route duration barrier oneway:motor_vehicle oneway:motorcar bridge tunnel type restriction".split(
    " ",
  ),
  ..."restriction:motorcar restriction:motor_vehicle except boundary admin_level maritime place population".split(
    " ",
  ),
  ..."capital building landuse natural leisure water waterway intermittent aeroway iata amenity shop".split(
    " ",
  ),
  ..."tourism historic office railway public_transport station healthcare addr:housenumber addr:street".split(
    " ",
  ),
  ..."addr:place addr:city addr:housename man_made wetland bicycle foot area layer motorroad toll covered".split(
    " ",
  ),
  ...LANGUAGES.map((language) => `name:${language}`),
]);

const kinds = ["node", "way", "relation"] as const;
const NO_TAGS: Tags = new Map();
/** The most nodes of a file. The whole planet has more, which no fleet needs and which do not fit into memory. */
const MAX_NODES = 400_000_000;
const MAX_STRINGS = 60_000_000;
/** How many objects of garbage a block leaves, besides its strings. */
const GARBAGE_OBJECTS_PER_BLOCK = 1_000;

/** Collects the elements that `readExtract` reads. */
class Collector implements ExtractVisitor {
  readonly nodeIds = growingNumbers();
  readonly latitudes = growingInts();
  readonly longitudes = growingInts();
  readonly spotIds = growingNumbers();
  readonly spotTags = growingInts();
  readonly wayIds = growingNumbers();
  readonly wayTags = growingInts();
  readonly wayStarts = growingInts();
  readonly refs = growingInts();
  readonly relationIds = growingNumbers();
  readonly relationTags = growingInts();
  readonly memberStarts = growingInts();
  readonly members = growingNumbers();
  readonly tags = growingInts();
  readonly strings: string[] = [];
  private readonly indexByString = new Map<string, number>();
  private keyIndexes = new Int32Array(0);
  private valueIndexes = new Int32Array(0);
  private blockStrings: BlockStrings = { length: 0, get: () => "" };
  private sorted: Extract["nodes"] | null = null;

  constructor(
    private readonly bounds: Bounds | null,
    private readonly maxNodes: number,
  ) {}

  block(strings: BlockStrings): void {
    collectGarbageAfter(strings.length + GARBAGE_OBJECTS_PER_BLOCK);
    this.blockStrings = strings;
    if (this.keyIndexes.length < strings.length) {
      this.keyIndexes = new Int32Array(strings.length);
      this.valueIndexes = new Int32Array(strings.length);
    }
    this.keyIndexes.fill(-2);
    this.valueIndexes.fill(-1);
  }

  /** All nodes by ascending id, the order that most files have. No node may follow after this is read. */
  get nodes(): Extract["nodes"] {
    this.sorted ??= sortedNodes(this);
    return this.sorted;
  }

  node(id: number, latitude: number, longitude: number, tags: Int32Array, end: number): void {
    if (this.sorted) throw outOfOrderError();
    if (this.bounds && !isWithin(this.bounds, latitude / DEGREE, longitude / DEGREE)) return;
    if (this.nodeIds.length >= this.maxNodes)
      throw new ExtractError(
        `The file has more than ${this.maxNodes / 1e6} million nodes. Use an extract of your country or region.`,
      );
    this.nodeIds.push(id);
    this.latitudes.push(latitude);
    this.longitudes.push(longitude);
    const from = this.tags.length;
    if (end > 0 && this.storeTags(tags, end)) {
      this.spotIds.push(id);
      this.spotTags.push(from);
    }
  }

  way(id: number, tags: Int32Array, tagsEnd: number, refs: Float64Array, refsEnd: number): void {
    const { ids } = this.nodes;
    const start = this.refs.length;
    let hasKnownNode = this.bounds === null;
    // Consecutive nodes of a way often have consecutive ids in the file.
    let lastIndex = -2;
    for (let i = 0; i < refsEnd; i++) {
      const ref = refs[i] as number;
      lastIndex = ids[lastIndex + 1] === ref ? lastIndex + 1 : indexOfId(ids, ref);
      this.refs.push(lastIndex);
      if (lastIndex < 0) lastIndex = -2;
      else hasKnownNode = true;
    }
    if (!hasKnownNode) {
      this.refs.length = start;
      return;
    }
    this.wayIds.push(id);
    this.wayTags.push(this.tags.length);
    this.storeTags(tags, tagsEnd);
    this.wayStarts.push(start);
  }

  relation(
    id: number,
    tags: Int32Array,
    tagsEnd: number,
    members: Float64Array,
    membersEnd: number,
  ): void {
    this.relationIds.push(id);
    this.relationTags.push(this.tags.length);
    this.storeTags(tags, tagsEnd);
    this.memberStarts.push(this.members.length);
    for (let i = 0; i < membersEnd; i++) {
      const value = members[i] as number;
      this.members.push(i % 3 === 2 ? this.internedIndexOf(value) : value);
    }
  }

  private storeTags(tags: Int32Array, end: number): boolean {
    let isKept = false;
    for (let i = 0; i < end; i += 2) {
      const key = at(tags, i);
      let number = this.keyIndexes[key] ?? -1;
      if (number === -2) {
        const name = this.blockStrings.get(key);
        number = requestedKeys.has(name) ? this.intern(name) : -1;
        this.keyIndexes[key] = number;
      }
      if (number < 0) continue;
      this.tags.push(number);
      this.tags.push(this.internedIndexOf(at(tags, i + 1)));
      isKept = true;
    }
    return isKept;
  }

  private internedIndexOf(index: number): number {
    const number = this.valueIndexes[index] ?? -1;
    if (number >= 0) return number;
    const newIndex = this.intern(this.blockStrings.get(index));
    this.valueIndexes[index] = newIndex;
    return newIndex;
  }

  private intern(text: string): number {
    const number = this.indexByString.get(text);
    if (number !== undefined) return number;
    if (this.strings.length >= MAX_STRINGS)
      throw new ExtractError("The file is too large. Use an extract of your country or region.");
    const newIndex = this.strings.push(text) - 1;
    this.indexByString.set(text, newIndex);
    return newIndex;
  }
}

/**
 * Reads a file, or the part of it within the bounds. `progress` receives how many bytes have been read. Throws
 * `ExtractError` if the file cannot be used.
 */
export function loadExtract(
  path: string,
  bounds: Bounds | null,
  progress: (bytes: number, of: number) => void,
  maxNodes = MAX_NODES,
): Extract {
  const collector = new Collector(bounds, maxNodes);
  readExtract(path, collector, progress);
  if (collector.nodeIds.length === 0)
    throw new ExtractError(
      bounds ? "The file has nothing within these bounds." : "The file has no nodes.",
    );
  const { nodes } = collector;
  const tagsOf = (starts: Int32Array) => (index: number) =>
    tagsBetween(collector, at(starts, index), starts[index + 1] ?? 0);
  // Tags of spots, ways and relations follow each other in one list, unless a file mixes them. An element's tags end
  // where those of the next element of its kind, or of any kind, begin.
  const ends = tagEnds(collector);
  const spotTags = withEnd(collector.spotTags, ends.spots);
  const wayTags = withEnd(collector.wayTags, ends.ways);
  const relationTags = withEnd(collector.relationTags, collector.tags.length);
  const wayIds = collector.wayIds.contents();
  const relationIds = collector.relationIds.contents();
  const findWay = createFinder(wayIds);
  const findRelation = createFinder(relationIds);
  const memberStarts = withEnd(collector.memberStarts, collector.members.length);
  const find = {
    node: (id: number) => indexOfId(nodes.ids, id),
    way: findWay,
    relation: findRelation,
  };
  const spotIds = collector.spotIds.contents();
  return {
    nodes,
    spots: {
      count: spotIds.length,
      ids: spotIds,
      at: new Int32Array(spotIds.length).map((_, spot) => indexOfId(nodes.ids, spotIds[spot] ?? 0)),
      tags: tagsOf(spotTags),
    },
    ways: {
      count: wayIds.length,
      ids: wayIds,
      starts: withEnd(collector.wayStarts, collector.refs.length),
      refs: collector.refs.contents(),
      tags: tagsOf(wayTags),
    },
    relations: {
      count: relationIds.length,
      ids: relationIds,
      tags: tagsOf(relationTags),
      members(index) {
        const relationMembers: Member[] = [];
        for (let i = at(memberStarts, index); i < at(memberStarts, index + 1); i += 3) {
          const kind = kinds[collector.members.at(i)] ?? "node";
          const role = collector.strings[collector.members.at(i + 2)] ?? "";
          relationMembers.push({ kind, index: find[kind](collector.members.at(i + 1)), role });
        }
        return relationMembers;
      },
    },
    bounds: boundsOf(nodes.latitudes, nodes.longitudes),
  };
}

function tagEnds(collector: Collector): { spots: number; ways: number } {
  const relations =
    collector.relationTags.length > 0 ? collector.relationTags.at(0) : collector.tags.length;
  const ways = collector.wayTags.length > 0 ? collector.wayTags.at(0) : relations;
  const areKindsMixed = (starts: { length: number; at(index: number): number }, end: number) =>
    starts.length > 0 && starts.at(starts.length - 1) > end;
  if (areKindsMixed(collector.spotTags, ways) || areKindsMixed(collector.wayTags, relations))
    throw outOfOrderError();
  return { spots: ways, ways: relations };
}

function withEnd(starts: ReturnType<typeof growingInts>, end: number): Int32Array {
  starts.push(end);
  return starts.contents();
}

function tagsBetween({ tags, strings }: Collector, start: number, end: number): Tags {
  if (end <= start) return NO_TAGS;
  collectGarbageAfter(1);
  const tagMap = new Map<string, string>();
  for (let i = start; i < end; i += 2)
    tagMap.set(strings[tags.at(i)] ?? "", strings[tags.at(i + 1)] ?? "");
  return tagMap;
}

function sortedNodes(collector: Collector): Extract["nodes"] {
  let ids = collector.nodeIds.contents();
  let latitudes = collector.latitudes.contents();
  let longitudes = collector.longitudes.contents();
  const count = ids.length;
  let isSorted = true;
  for (let i = 1; i < count; i++) {
    const [before, id] = [ids[i - 1] as number, ids[i] as number];
    if (before === id) throw duplicateIdError();
    if (before > id) isSorted = false;
  }
  if (!isSorted) {
    const order = new Uint32Array(count).map((_, i) => i);
    order.sort((a, b) => (ids[a] as number) - (ids[b] as number));
    ids = Float64Array.from(order, (i) => ids[i] as number);
    latitudes = Int32Array.from(order, (i) => at(latitudes, i));
    longitudes = Int32Array.from(order, (i) => at(longitudes, i));
    for (let i = 1; i < count; i++) if (ids[i] === ids[i - 1]) throw duplicateIdError();
  }
  return { count, ids, latitudes, longitudes };
}

const outOfOrderError = () =>
  new ExtractError(
    "The file is not sorted: nodes, then ways, then relations. Sort it, for instance with osmium sort.",
  );
const duplicateIdError = () =>
  new ExtractError(
    "The file has a node twice, as files with the map's history do. Use an extract of the current map.",
  );

function createFinder(ids: Float64Array): (id: number) => number {
  for (let i = 1; i < ids.length; i++)
    if ((ids[i - 1] as number) >= (ids[i] as number)) {
      const indexes = new Map<number, number>();
      for (const [index, id] of ids.entries()) indexes.set(id, index);
      return (id) => indexes.get(id) ?? -1;
    }
  return (id) => indexOfId(ids, id);
}

function isWithin([west, south, east, north]: Bounds, latitude: number, longitude: number) {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

function boundsOf(latitudes: Int32Array, longitudes: Int32Array): Bounds {
  const [south, north] = spanOf(latitudes);
  const [west, east] = spanOf(longitudes);
  return [west / DEGREE, south / DEGREE, east / DEGREE, north / DEGREE];
}
