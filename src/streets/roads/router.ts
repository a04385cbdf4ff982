/** Finds routes between points: their length, duration and line. */
import type { RoutePoint } from "../../routing/contract";
import { at } from "../arrays";
import { DEGREE } from "../reading/extract";
import type { Roads } from "./roads-file";
import { RoadSearch, type SearchSeed, type GraphRoute } from "./search";
import { snapToRoads, type SnappedPoint, type SnapCandidates } from "./snapping";
import { weightOf } from "./road-graph";
import { headOf, tailOf } from "./turns";

interface Point {
  latitude: number;
  longitude: number;
}

/** A route as it is driven, from the road nearest to each point; metres and seconds. */
export interface DrivenRoute {
  meters: number;
  seconds: number;
  line: Point[];
}

/** The routes, the best first, or why there is none. */
type RouteAnswer =
  | { routes: DrivenRoute[] }
  /** `no_road`: a point has no road near it. `no_way`: no route connects the points. */
  | { none: "no_road" | "no_way" };

/** How heavy an alternative may be, relative to the best route. */
const MAX_ALTERNATIVE_RATIO = 1.3;
/** Which share of its length an alternative may have in common with the routes before it. */
const MAX_SHARED_RATIO = 0.75;
/**
 * The weight of turning round on a road or crossing it: 90 seconds. Drivers rarely make a longer detour to avoid it.
 */
const TURNING_WEIGHT = 9_000;
/** How many candidates are examined. */
const MAX_CANDIDATES = 60;

/** A piece of a route: an arc, and the part of its stretch that is driven, from 0 to 1. */
interface RoutePiece {
  arc: number;
  from: number;
  to: number;
}

export class Router {
  private readonly search: RoadSearch;

  constructor(private readonly roads: Roads) {
    this.search = new RoadSearch(roads);
  }

  /** Finds the route through the points. Between two points it also finds up to `alternatives` other routes. */
  route(points: readonly RoutePoint[], alternatives: number): RouteAnswer {
    const snappedPoints: SnapCandidates[] = [];
    for (const point of points) {
      const candidates = snapToRoads(this.roads, point);
      if (!candidates) return { none: "no_road" };
      snappedPoints.push(candidates);
    }
    const legs: RoutePiece[][][] = [];
    for (let i = 1; i < snappedPoints.length; i++) {
      const [from, to] = [snappedPoints[i - 1], snappedPoints[i]];
      if (!from || !to) continue;
      const ways = this.leg(from, to, points.length === 2 ? alternatives : 0);
      if (ways.length === 0) return { none: "no_way" };
      legs.push(ways);
    }
    const [first = []] = legs;
    const ways = legs.length === 1 ? first : [legs.flatMap(([bestPieces = []]) => bestPieces)];
    return { routes: ways.map((pieces) => this.routeOf(pieces)) };
  }

  /** Finds routes between the nearest roads; if there are none, it uses the nearest roads of the large network. */
  private leg(from: SnapCandidates, to: SnapCandidates, alternatives: number): RoutePiece[][] {
    const nearestRoutes = this.between(from.nearest, to.nearest, alternatives);
    if (nearestRoutes.length > 0) return nearestRoutes;
    for (const [a, b] of [
      [from.connected, to.nearest],
      [from.nearest, to.connected],
      [from.connected, to.connected],
    ]) {
      const ways = a && b ? this.between(a, b, alternatives) : [];
      if (ways.length > 0) return ways;
    }
    return [];
  }

  private between(from: SnappedPoint, to: SnappedPoint, alternatives: number): RoutePiece[][] {
    const directPiece = this.routeOnOneRoad(from, to);
    const starts = this.starts(from);
    const ends = this.ends(to);
    const directWeight =
      directPiece === null ? Number.POSITIVE_INFINITY : this.weightOfPiece(from, to, directPiece);
    if (alternatives === 0 || directPiece !== null) {
      const way = this.search.find(starts, ends);
      if (directPiece !== null && !(way && way.weight < directWeight)) return [[directPiece]];
      return way ? [this.pieces(from, to, way)] : [];
    }
    const candidates = this.search.candidates(starts, ends, MAX_ALTERNATIVE_RATIO);
    const [best] = candidates;
    if (!best) return [];
    const keptRoutes = [this.pieces(from, to, best.buildRoute())];
    for (const candidate of candidates.slice(1, MAX_CANDIDATES)) {
      if (keptRoutes.length > alternatives) break;
      const pieces = this.pieces(from, to, candidate.buildRoute());
      if (this.isUsefulAlternative(pieces, keptRoutes)) keptRoutes.push(pieces);
    }
    return keptRoutes;
  }

  /**
   * Returns whether a route is useful beside the chosen ones: it differs enough from them, uses no road twice and makes
   * no detour.
   */
  private isUsefulAlternative(
    pieces: readonly RoutePiece[],
    kept: readonly (readonly RoutePiece[])[],
  ): boolean {
    const { lengths } = this.roads.stretches;
    const drivenStretches = new Set<number>();
    for (const { arc } of pieces) {
      if (drivenStretches.has(arc >> 1)) return false;
      drivenStretches.add(arc >> 1);
    }
    const totalLength = pieces.reduce((sum, { arc }) => sum + at(lengths, arc >> 1), 0);
    for (const other of kept) {
      const otherArcs = new Set(other.map(({ arc }) => arc));
      const shared = pieces.reduce(
        (sum, { arc }) => sum + (otherArcs.has(arc) ? at(lengths, arc >> 1) : 0),
        0,
      );
      if (shared > totalLength * MAX_SHARED_RATIO) return false;
    }
    return this.isWithoutDetour(pieces);
  }

  /** Returns whether each quarter of a route is itself the shortest route between its ends. */
  private isWithoutDetour(pieces: readonly RoutePiece[]): boolean {
    const quarter = Math.ceil(pieces.length / 4);
    for (let i = 1; i + quarter < pieces.length; i += Math.max(1, quarter >> 1)) {
      const part = pieces.slice(i, i + quarter);
      const [first, last] = [part[0], part.at(-1)];
      if (!first || !last) continue;
      const weight = part.reduce((sum, { arc }) => sum + weightOf(this.roads.stretches, arc), 0);
      const from = [{ node: tailOf(this.roads.stretches, first.arc), weight: 0 }];
      const to = [{ node: headOf(this.roads.stretches, last.arc), weight: 0 }];
      if (this.search.weight(from, to) < weight * 0.98) return false;
    }
    return true;
  }

  /**
   * Returns the direct piece if both points are on the same stretch and it may be driven in that direction; otherwise
   * null.
   */
  private routeOnOneRoad(from: SnappedPoint, to: SnappedPoint): RoutePiece | null {
    if (from.stretch !== to.stretch) return null;
    const arc = from.stretch * 2 + (to.part >= from.part ? 0 : 1);
    if (at(this.roads.stretches.durations, arc) < 0) return null;
    const [a, b] = arc & 1 ? [1 - from.part, 1 - to.part] : [from.part, to.part];
    return { arc, from: a, to: b };
  }

  private weightOfPiece(
    from: SnappedPoint,
    to: SnappedPoint,
    { arc, from: start, to: end }: RoutePiece,
  ): number {
    const drivenWeight = Math.round(weightOf(this.roads.stretches, arc) * (end - start));
    return drivenWeight + turningWeight(from, arc) + turningWeight(to, arc);
  }

  private starts(from: SnappedPoint): SearchSeed[] {
    const { stretch, part } = from;
    return [stretch * 2, stretch * 2 + 1].flatMap((arc) => {
      const node = at(this.roads.after, arc);
      if (node < 0) return [];
      const remainingShare = arc & 1 ? part : 1 - part;
      const drivenWeight = Math.round(weightOf(this.roads.stretches, arc) * remainingShare);
      return [{ node, weight: drivenWeight + turningWeight(from, arc) }];
    });
  }

  private ends(to: SnappedPoint): SearchSeed[] {
    const { stretch, part } = to;
    return [stretch * 2, stretch * 2 + 1].flatMap((arc) => {
      if (at(this.roads.after, arc) < 0) return [];
      const drivenShare = arc & 1 ? 1 - part : part;
      const weight =
        Math.round(weightOf(this.roads.stretches, arc) * drivenShare) + turningWeight(to, arc);
      return [tailOf(this.roads.stretches, arc), ...this.copiesOf(arc)].map((node) => ({
        node,
        weight,
      }));
    });
  }

  /** Returns the copies of junctions from which the arc may be driven. */
  private copiesOf(arc: number): number[] {
    const { arcs, nodes } = this.roads.copies;
    let [low, high] = [0, arcs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(arcs, middle) < arc) low = middle + 1;
      else high = middle;
    }
    const copyNodes: number[] = [];
    for (let i = low; i < arcs.length && at(arcs, i) === arc; i++) copyNodes.push(at(nodes, i));
    return copyNodes;
  }

  /** Returns the pieces of the whole route, with the driven parts of the first and the last stretch. */
  private pieces(from: SnappedPoint, to: SnappedPoint, way: GraphRoute): RoutePiece[] {
    const first = this.pickLighterArc(
      from,
      way.from,
      (arc) => [at(this.roads.after, arc)],
      (arc) => (arc & 1 ? from.part : 1 - from.part),
    );
    const last = this.pickLighterArc(
      to,
      way.to,
      (arc) => [tailOf(this.roads.stretches, arc), ...this.copiesOf(arc)],
      (arc) => (arc & 1 ? 1 - to.part : to.part),
    );
    return [
      { arc: first, from: first & 1 ? 1 - from.part : from.part, to: 1 },
      ...way.arcs.map((arc) => ({ arc, from: 0, to: 1 })),
      { arc: last, from: 0, to: last & 1 ? 1 - to.part : to.part },
    ];
  }

  /**
   * Returns which arc of a stretch a route through the node takes. If both are possible, as on a loop, it is the
   * lighter one.
   */
  private pickLighterArc(
    point: SnappedPoint,
    node: number,
    nodesOf: (arc: number) => number[],
    share: (arc: number) => number,
  ): number {
    const { stretch } = point;
    const arcs = [stretch * 2, stretch * 2 + 1].filter(
      (arc) => at(this.roads.after, arc) >= 0 && nodesOf(arc).includes(node),
    );
    const weight = (arc: number) =>
      weightOf(this.roads.stretches, arc) * share(arc) + turningWeight(point, arc);
    return arcs.sort((a, b) => weight(a) - weight(b))[0] ?? stretch * 2;
  }

  private routeOf(pieces: readonly RoutePiece[]): DrivenRoute {
    const { lengths, durations } = this.roads.stretches;
    let [decimeters, centiseconds] = [0, 0];
    const line: Point[] = [];
    for (const { arc, from, to } of pieces) {
      decimeters += at(lengths, arc >> 1) * (to - from);
      centiseconds += at(durations, arc) * (to - from);
      this.appendPiece(arc, from, to, line);
    }
    return { meters: decimeters / 10, seconds: centiseconds / 100, line };
  }

  /** Adds the points of a piece to the line. */
  private appendPiece(arc: number, from: number, to: number, line: Point[]): void {
    const { shapes, latitudes, longitudes } = this.roads.stretches;
    const [start, end] = [at(shapes, arc >> 1), at(shapes, (arc >> 1) + 1) - 1];
    const points: Point[] = [];
    for (let i = start; i <= end; i++)
      points.push({ latitude: at(latitudes, i) / DEGREE, longitude: at(longitudes, i) / DEGREE });
    if (arc & 1) points.reverse();
    for (const point of from === 0 && to === 1 ? points : partOf(points, from, to)) {
      const lastPoint = line.at(-1);
      if (lastPoint?.latitude !== point.latitude || lastPoint.longitude !== point.longitude)
        line.push(point);
    }
  }
}

/** Returns the extra weight of a direction that does not suit the point's heading or side. */
const turningWeight = ({ arcs }: SnappedPoint, arc: number) =>
  arcs.includes(arc) ? 0 : TURNING_WEIGHT;

/** Returns the part of a line between two shares of its length. */
function partOf(points: readonly Point[], from: number, to: number): Point[] {
  const longitudeScale = Math.cos(((points[0]?.latitude ?? 0) * Math.PI) / 180);
  const lengths = points.map((point, i) => {
    const before = points[i - 1] ?? point;
    return Math.hypot(
      point.latitude - before.latitude,
      (point.longitude - before.longitude) * longitudeScale,
    );
  });
  const totalLength = lengths.reduce((sum, length) => sum + length, 0);
  const partPoints: Point[] = [];
  let lengthBefore = 0;
  points.forEach((point, i) => {
    const before = points[i - 1];
    const length = lengths[i] ?? 0;
    const [start, end] = [totalLength * from, totalLength * to];
    const between = (at: number): Point => {
      const share = length === 0 || !before ? 1 : (at - lengthBefore) / length;
      const base = before ?? point;
      return {
        latitude: base.latitude + (point.latitude - base.latitude) * share,
        longitude: base.longitude + (point.longitude - base.longitude) * share,
      };
    };
    if (before && start > lengthBefore && start <= lengthBefore + length)
      partPoints.push(between(start));
    else if (!before && start === 0) partPoints.push(point);
    if (before && end >= lengthBefore && end < lengthBefore + length) partPoints.push(between(end));
    else if (before && lengthBefore + length > start && lengthBefore + length <= end)
      partPoints.push(point);
    lengthBefore += length;
  });
  return partPoints;
}
