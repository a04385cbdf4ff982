/** The roads of an extract, cut into stretches: each leads from one junction to the next. */
import { at, growingInts, listsOf } from "../arrays";
import type { Extract } from "../reading/extract";
import { longitudeDifference, metersBetween } from "./distance";
import { delaySecondsOf, isBarrier, isRoundabout, type Road, roadOf } from "./road-rules";

/** Bits of `flags`. */
export const RESTRICTED_FLAG = 1;
export const FERRY_FLAG = 2;
/** The stretch is connected to the large network in both directions. */
export const CONNECTED_FLAG = 4;
/** A stop on it must be reached on its own side. */
export const WIDE_ROAD_FLAG = 8;

/** The side of the road on which people drive; null if there are no roundabouts to tell. */
export type DrivingSide = "left" | "right" | null;

/**
 * The stretches, by index. The arcs of a stretch are `2 * stretch` in its direction and `2 * stretch + 1` against it.
 */
export interface Stretches {
  count: number;
  /** Junctions. */
  from: Int32Array;
  to: Int32Array;
  junctions: number;
  /** Decimetres. */
  lengths: Int32Array;
  /** Hundredths of a second by arc; -1 if that direction is not allowed. */
  durations: Int32Array;
  flags: Int32Array;
  /** The index of its name in `names`. */
  name: Int32Array;
  names: string[];
  drivingSide: DrivingSide;
  /**
   * The points of a stretch, including both ends, start at `shapes[stretch]`; coordinates are in degrees times
   * `DEGREE`.
   */
  shapes: Int32Array;
  latitudes: Int32Array;
  longitudes: Int32Array;
}

/** The indexes by which forbidden turns are found while the graph is built. */
export interface StretchOrigin {
  /** The junction of each node of the extract; -1 if it has none. */
  junctionOf: Int32Array;
  /** The stretches of each way of the extract. */
  stretchesOfWay: { starts: Int32Array; items: Int32Array };
}

/** Cuts the roads into stretches, with ferries only if `ferries` is true. */
export function cutStretches(
  extract: Extract,
  options: { ferries: boolean },
): { stretches: Stretches; origin: StretchOrigin } {
  const { nodes, ways, spots } = extract;
  const roads = growingInts();
  // A node used once is a bend; a node used twice is a junction.
  const uses = new Uint8Array(nodes.count);
  const use = (node: number, times: number) => {
    if (node >= 0) uses[node] = Math.min(2, (uses[node] ?? 0) + times);
  };
  for (let way = 0; way < ways.count; way++) {
    const road = roadOf(ways.tags(way));
    if (!road || (road.isFerry && !options.ferries)) continue;
    roads.push(way);
    const [start, end] = [at(ways.starts, way), at(ways.starts, way + 1)];
    for (let i = start; i < end; i++) {
      const isEnd =
        i === start || i === end - 1 || at(ways.refs, i - 1) < 0 || at(ways.refs, i + 1) < 0;
      use(at(ways.refs, i), isEnd ? 2 : 1);
    }
  }
  const barriers = new Uint8Array(nodes.count);
  const delaySeconds = new Uint8Array(nodes.count);
  for (let spot = 0; spot < spots.count; spot++) {
    const node = at(spots.at, spot);
    if (node < 0 || uses[node] === 0) continue;
    const tags = spots.tags(spot);
    if (isBarrier(tags)) barriers[node] = 1;
    delaySeconds[node] = delaySecondsOf(tags);
  }
  return new RoadCutter(extract, roads.contents(), uses, barriers, delaySeconds).cut();
}

class RoadCutter {
  private readonly from = growingInts();
  private readonly to = growingInts();
  private readonly lengths = growingInts();
  private readonly durations = growingInts();
  private readonly flags = growingInts();
  private readonly name = growingInts();
  private readonly names: string[] = [""];
  private readonly nameNumbers = new Map([["", 0]]);
  private readonly shapes = growingInts();
  private readonly latitudes = growingInts();
  private readonly longitudes = growingInts();
  private readonly wayOf = growingInts();
  private readonly junctionOf: Int32Array;
  private junctions = 0;
  /** The number of roundabouts that turn left, minus those that turn right. */
  private leftRoundaboutSurplus = 0;

  constructor(
    private readonly extract: Extract,
    private readonly roads: Int32Array,
    private readonly uses: Uint8Array,
    private readonly barriers: Uint8Array,
    private readonly delays: Uint8Array,
  ) {
    this.junctionOf = new Int32Array(extract.nodes.count).fill(-1);
  }

  cut(): { stretches: Stretches; origin: StretchOrigin } {
    for (const way of this.roads) this.splitWay(way);
    this.shapes.push(this.latitudes.length);
    const wayOf = this.wayOf.contents();
    return {
      stretches: {
        count: this.from.length,
        from: this.from.contents(),
        to: this.to.contents(),
        junctions: this.junctions,
        lengths: this.lengths.contents(),
        durations: this.durations.contents(),
        flags: this.flags.contents(),
        name: this.name.contents(),
        names: this.names,
        drivingSide: sideOfRoundabouts(this.leftRoundaboutSurplus),
        shapes: this.shapes.contents(),
        latitudes: this.latitudes.contents(),
        longitudes: this.longitudes.contents(),
      },
      origin: {
        junctionOf: this.junctionOf,
        stretchesOfWay: listsOf(this.extract.ways.count, (add) => {
          for (const [stretch, way] of wayOf.entries()) add(way, stretch);
        }),
      },
    };
  }

  private splitWay(way: number): void {
    const { ways } = this.extract;
    const tags = ways.tags(way);
    const road = roadOf(tags);
    if (!road) return;
    const name = this.getOrAddName(tags.get("name") ?? tags.get("ref") ?? "");
    const [start, end] = [at(ways.starts, way), at(ways.starts, way + 1)];
    if (isRoundabout(tags) && road.canDriveForward !== road.canDriveBackward)
      this.leftRoundaboutSurplus +=
        this.roundaboutTurn(start, end) * (road.canDriveForward ? 1 : -1);
    const wholeMeters = road.seconds === null ? 0 : this.metersOf(start, end);
    const speedsKmh: [number, number] =
      road.seconds === null || wholeMeters === 0
        ? road.speedsKmh
        : [(wholeMeters / road.seconds) * 3.6, (wholeMeters / road.seconds) * 3.6];
    let points: number[] = [];
    const finish = () => {
      if (points.length > 1) this.addStretch(way, points, { ...road, speedsKmh }, name);
    };
    for (let i = start; i < end; i++) {
      const node = at(ways.refs, i);
      if (node < 0) {
        finish();
        points = [];
        continue;
      }
      if (points.at(-1) === node) continue;
      points.push(node);
      if (points.length > 1 && (this.uses[node] === 2 || this.barriers[node] === 1)) {
        finish();
        points = [node];
      }
    }
    finish();
  }

  /** Returns 1 if a way turns left overall, -1 if it turns right, and 0 if neither. */
  private roundaboutTurn(start: number, end: number): number {
    const { latitudes, longitudes } = this.extract.nodes;
    const { refs } = this.extract.ways;
    let turn = 0;
    for (let i = start + 2; i < end; i++) {
      const [a, b, c] = [at(refs, i - 2), at(refs, i - 1), at(refs, i)];
      if (a < 0 || b < 0 || c < 0) continue;
      const [x1, x2] = [
        longitudeDifference(at(longitudes, a), at(longitudes, b)),
        longitudeDifference(at(longitudes, b), at(longitudes, c)),
      ];
      const [y1, y2] = [at(latitudes, b) - at(latitudes, a), at(latitudes, c) - at(latitudes, b)];
      turn += x1 * y2 - x2 * y1;
    }
    return Math.sign(turn);
  }

  private metersOf(start: number, end: number): number {
    const { ways } = this.extract;
    let meters = 0;
    for (let i = start + 1; i < end; i++)
      meters += this.meters(at(ways.refs, i - 1), at(ways.refs, i));
    return meters;
  }

  private meters(from: number, to: number): number {
    const { latitudes, longitudes } = this.extract.nodes;
    if (from < 0 || to < 0) return 0;
    return metersBetween(
      at(latitudes, from),
      at(longitudes, from),
      at(latitudes, to),
      at(longitudes, to),
    );
  }

  private addStretch(way: number, points: readonly number[], road: Road, name: number): void {
    const { latitudes, longitudes } = this.extract.nodes;
    const [first = 0, last = 0] = [points[0], points.at(-1)];
    let meters = 0;
    let delaySeconds = 0;
    this.shapes.push(this.latitudes.length);
    points.forEach((node, i) => {
      this.latitudes.push(at(latitudes, node));
      this.longitudes.push(at(longitudes, node));
      if (i > 0) meters += this.meters(points[i - 1] ?? node, node);
      if (i > 0 && i < points.length - 1) delaySeconds += this.delays[node] ?? 0;
    });
    this.from.push(this.getOrAddJunction(first));
    this.to.push(this.getOrAddJunction(last));
    this.wayOf.push(way);
    this.name.push(name);
    this.flags.push(
      (road.isRestricted ? RESTRICTED_FLAG : 0) |
        (road.isFerry ? FERRY_FLAG : 0) |
        (road.isWide ? WIDE_ROAD_FLAG : 0),
    );
    this.lengths.push(Math.round(meters * 10));
    const centiseconds = (kmh: number, end: number) =>
      Math.max(
        1,
        Math.round(((meters * 3.6) / kmh + delaySeconds + (this.delays[end] ?? 0)) * 100),
      );
    this.durations.push(road.canDriveForward ? centiseconds(road.speedsKmh[0], last) : -1);
    this.durations.push(road.canDriveBackward ? centiseconds(road.speedsKmh[1], first) : -1);
  }

  /**
   * Returns a node's junction, and adds one if the node has none. A barrier gets a new one each time, so that no route
   * passes it.
   */
  private getOrAddJunction(node: number): number {
    if (this.barriers[node] === 1) return this.junctions++;
    const existingJunction = at(this.junctionOf, node);
    if (existingJunction >= 0) return existingJunction;
    this.junctionOf[node] = this.junctions;
    return this.junctions++;
  }

  private getOrAddName(name: string): number {
    const existingIndex = this.nameNumbers.get(name);
    if (existingIndex !== undefined) return existingIndex;
    const newIndex = this.names.push(name) - 1;
    this.nameNumbers.set(name, newIndex);
    return newIndex;
  }
}

/** Roundabouts turn left where people drive on the right. */
function sideOfRoundabouts(leftSurplus: number): DrivingSide {
  if (leftSurplus === 0) return null;
  return leftSurplus > 0 ? "right" : "left";
}
