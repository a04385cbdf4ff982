/**
 * The outlines of the sea. An extract contains only its coast: ways with the land on their left and the water on their
 * right. They are joined, and closed along the bounds where they leave the extract.
 */
import { at } from "../arrays";
import { DEGREE, type Extract } from "../reading/extract";
import { type Position, worldX, worldY } from "./mercator";
import { areaOf, isClosed, isInside } from "./polygons";

/** The outer rings contain water; the islands' rings contain land. */
export interface SeaRings {
  outer: (readonly Position[])[];
  islands: (readonly Position[])[];
}

/** The number of grid cells along each side of the bounds. Each cell is marked if it contains land. */
const GRID_CELLS = 64;
/** The keys of things that exist only on land. */
const landKeys = ["highway", "building", "landuse", "waterway"];

export const isCoast = (tags: ReadonlyMap<string, string>): boolean =>
  tags.get("natural") === "coastline";

/**
 * Returns the outlines of an extract's sea. A sea with a broken coast is left out, so that no land is drawn as water.
 */
export function seaOf(extract: Extract): SeaRings {
  const coast = coastOf(extract);
  if (coast.length === 0) return { outer: [], islands: [] };
  const closedLines = coast.filter(isClosed);
  const islands = closedLines.filter((ring) => areaOf(ring) > 0);
  const outerRings = closedLines.filter((ring) => areaOf(ring) < 0);
  const frame = new Frame(extract);
  const { rings, openLines } = frame.close(coast.filter((line) => !isClosed(line)));
  // Without a mainland, the sea surrounds the islands.
  const isIsland = ([place]: Position[]) =>
    place && !outerRings.some((ring) => isInside(ring, place));
  if (rings.length === 0 && islands.some(isIsland)) rings.push(frame.corners);
  outerRings.push(...rings);
  const isCoastComplete = (ring: Position[]) =>
    !openLines.some((line) =>
      [line[0], line.at(-1)].some((place) => place && isInside(ring, place)),
    );
  const toWorld = (ring: Position[]) => ring.map(([x, y]): Position => [worldX(x), worldY(y)]);
  return {
    // The smallest area comes first, because a lagoon may contain islands too.
    outer: outerRings
      .filter(isCoastComplete)
      .map(toWorld)
      .sort((a, b) => areaOf(a) - areaOf(b)),
    islands: islands.map(toWorld),
  };
}

/** Returns the lines of the coast in degrees, each until its coast is interrupted. */
function coastOf({ ways, nodes }: Extract): Position[][] {
  const lines: number[][] = [];
  for (let way = 0; way < ways.count; way++) {
    if (!isCoast(ways.tags(way))) continue;
    let line: number[] = [];
    for (let i = at(ways.starts, way); i <= at(ways.starts, way + 1); i++) {
      const node = i < at(ways.starts, way + 1) ? at(ways.refs, i) : -1;
      if (node >= 0) line.push(node);
      else {
        // A node is missing from the file, because the coast leaves the extract here.
        if (line.length > 1) lines.push(line);
        line = [];
      }
    }
  }
  return joinDirectedLines(lines).map((line) =>
    line.map((node): Position => [
      at(nodes.longitudes, node) / DEGREE,
      at(nodes.latitudes, node) / DEGREE,
    ]),
  );
}

/** Joins lines where one ends and another begins. */
function joinDirectedLines(lines: readonly number[][]): number[][] {
  const linesByStart = new Map(lines.map((line) => [line[0], line]));
  const ends = new Set(lines.map((line) => line.at(-1)));
  const usedLines = new Set<number[]>();
  const joinedLines: number[][] = [];
  for (const first of [...lines.filter(([start]) => !ends.has(start)), ...lines]) {
    if (usedLines.has(first)) continue;
    const joinedLine: number[] = [];
    for (let line: number[] | undefined = first; line && !usedLines.has(line);) {
      usedLines.add(line);
      for (let i = joinedLine.length > 0 ? 1 : 0; i < line.length; i++)
        joinedLine.push(line[i] as number);
      line = joinedLine[0] === joinedLine.at(-1) ? undefined : linesByStart.get(joinedLine.at(-1));
    }
    joinedLines.push(joinedLine);
  }
  return joinedLines;
}

/** Where a line meets the bounds. `perimeterPosition` grows clockwise from 0 in the south-west, by 1 for each side. */
interface FrameCrossing {
  perimeterPosition: number;
  place: Position;
  line: Position[];
  isStart: boolean;
}

/** The bounds of an extract, along which the coast is closed. */
class Frame {
  /** The corners clockwise, from the south-west corner and back to it. */
  readonly corners: Position[];
  private readonly land = new Uint8Array(GRID_CELLS * GRID_CELLS);

  constructor(private readonly extract: Extract) {
    const [west, south, east, north] = extract.bounds;
    this.corners = [
      [west, south],
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ];
    this.markLand();
  }

  /** Closes lines, with the water on their right, into rings. If lines contradict each other, all of them stay open. */
  close(lines: Position[][]): { rings: Position[][]; openLines: Position[][] } {
    const crossings: FrameCrossing[] = [];
    const openLines: Position[][] = [];
    for (const line of lines) {
      const [start, end] = [this.crossingOf(line, true), this.crossingOf(line, false)];
      if (start && end) crossings.push(start, end);
      else openLines.push(line);
    }
    crossings.sort((a, b) => a.perimeterPosition - b.perimeterPosition);
    if (crossings.some(({ isStart }, i) => isStart === crossings.at(i - 1)?.isStart))
      return { rings: [], openLines: lines };
    const rings: Position[][] = [];
    const remainingStarts = new Set(crossings.filter(({ isStart }) => isStart));
    for (const first of remainingStarts) {
      const ring: Position[] = [];
      for (let start = first; remainingStarts.delete(start);) {
        const endIndex = crossings.findIndex(
          ({ line, isStart }) => line === start.line && !isStart,
        );
        const next = crossings[(endIndex + 1) % crossings.length] as FrameCrossing;
        const endCrossing = crossings[endIndex] as FrameCrossing;
        ring.push(start.place);
        for (const place of start.line) ring.push(place);
        ring.push(
          endCrossing.place,
          ...this.cornersBetween(endCrossing.perimeterPosition, next.perimeterPosition),
        );
        start = next;
      }
      ring.push(first.place);
      rings.push(ring);
    }
    return { rings, openLines };
  }

  private cornersBetween(from: number, to: number): Position[] {
    const cornerPositions: Position[] = [];
    for (let side = Math.floor(from) + 1; side < (to > from ? to : to + 4); side++)
      cornerPositions.push(this.corners[side % 4] as Position);
    return cornerPositions;
  }

  /**
   * Extends a line that ends near the extract's edge to the nearest bound that it can reach in a straight line without
   * crossing land; null if there is none. This is needed because extracts are rarely rectangular like their bounds.
   */
  private crossingOf(line: Position[], isStart: boolean): FrameCrossing | null {
    const [x, y] = (isStart ? line[0] : line.at(-1)) as Position;
    const [west, south, east, north] = this.extract.bounds;
    const longitudeScale = Math.cos((y * Math.PI) / 180);
    const [shareAcross, shareUp] = [(x - west) / (east - west), (y - south) / (north - south)];
    const [column, row] = this.cellOf(x, y);
    const directions: {
      length: number;
      perimeterPosition: number;
      place: Position;
      step: Position;
    }[] = [
      {
        length: (x - west) * longitudeScale,
        perimeterPosition: shareUp,
        place: [west, y],
        step: [-1, 0],
      },
      { length: north - y, perimeterPosition: 1 + shareAcross, place: [x, north], step: [0, 1] },
      {
        length: (east - x) * longitudeScale,
        perimeterPosition: 3 - shareUp,
        place: [east, y],
        step: [1, 0],
      },
      { length: y - south, perimeterPosition: 4 - shareAcross, place: [x, south], step: [0, -1] },
    ];
    const freeDirection = directions
      .sort((a, b) => a.length - b.length)
      .find(({ step }) => this.isFree(column, row, step));
    return freeDirection
      ? {
          perimeterPosition: freeDirection.perimeterPosition,
          place: freeDirection.place,
          line,
          isStart,
        }
      : null;
  }

  /** Returns whether there is no land from a cell to the bounds, apart from the cell and its neighbour. */
  private isFree(column: number, row: number, [right, up]: Position): boolean {
    for (let i = 2; i < GRID_CELLS; i++) {
      const [x, y] = [column + right * i, row + up * i];
      if (x < 0 || y < 0 || x >= GRID_CELLS || y >= GRID_CELLS) break;
      if (this.land[y * GRID_CELLS + x]) return false;
    }
    return true;
  }

  private markLand(): void {
    const { ways, nodes } = this.extract;
    for (let way = 0; way < ways.count; way++) {
      const tags = ways.tags(way);
      if (!isCoast(tags) && !landKeys.some((key) => tags.has(key))) continue;
      let last: Position | null = null;
      for (let i = at(ways.starts, way); i < at(ways.starts, way + 1); i++) {
        const node = at(ways.refs, i);
        const cell: Position | null =
          node < 0
            ? null
            : this.cellOf(at(nodes.longitudes, node) / DEGREE, at(nodes.latitudes, node) / DEGREE);
        if (cell) this.markLine(last ?? cell, cell);
        last = cell;
      }
    }
  }

  private markLine([x1, y1]: Position, [x2, y2]: Position): void {
    const steps = Math.max(1, Math.abs(x2 - x1), Math.abs(y2 - y1));
    for (let i = 0; i <= steps; i++) {
      const [x, y] = [x1 + ((x2 - x1) * i) / steps, y1 + ((y2 - y1) * i) / steps];
      this.land[Math.round(y) * GRID_CELLS + Math.round(x)] = 1;
    }
  }

  private cellOf(x: number, y: number): Position {
    const [west, south, east, north] = this.extract.bounds;
    const cell = (part: number) =>
      Math.max(0, Math.min(GRID_CELLS - 1, Math.floor(part * GRID_CELLS)));
    return [cell((x - west) / (east - west)), cell((y - south) / (north - south))];
  }
}
