/** Writes the roads of a country to a file, and opens it again. */
import { at, listsOf, spanOf } from "../arrays";
import { openNumberFile, writeNumbers } from "../number-file";
import type { Hierarchy, UpwardGraph } from "./hierarchy";
import { longitudeDifference } from "./distance";
import type { RoadGraph } from "./road-graph";
import type { DrivingSide, Stretches } from "./stretches";

/** The size of a cell: half a kilometre, or larger if that would make too many cells. */
const CELL_SIZE = 50_000;
const MAX_CELLS = 4_000_000;

/** In the order of their numbers in the file. */
const drivingSides: readonly DrivingSide[] = [null, "left", "right"];

/** Stretches by the cells that they cross; coordinates are in degrees times `DEGREE`. */
interface Grid {
  west: number;
  south: number;
  cellSize: number;
  columns: number;
  rows: number;
  starts: Int32Array;
  items: Int32Array;
}

/** The data in which routes are searched and measured. Nodes are identified by their rank in the hierarchy. */
export interface Roads {
  stretches: Stretches;
  /** The node reached after the first arc of a route, by arc. */
  after: Int32Array;
  /** The copies of junctions from which arcs may be driven: each of the ascending `arcs` has its node in `nodes`. */
  copies: { arcs: Int32Array; nodes: Int32Array };
  nodes: number;
  /** Its `middles` contain the node that a shortcut leads over, or `-1 - arc`. */
  out: UpwardGraph;
  in: UpwardGraph;
  grid: Grid;
}

/** Combines stretches, graph and hierarchy. In the result, nodes are identified by their rank. */
export function packRoads(stretches: Stretches, graph: RoadGraph, hierarchy: Hierarchy): Roads {
  const { ranks } = hierarchy;
  const rankOf = (node: number) => (node < 0 ? -1 : at(ranks, node));
  const copies: [arc: number, node: number][] = [];
  graph.tails.forEach((tail, edge) => {
    if (tail >= stretches.junctions) copies.push([at(graph.arcs, edge), rankOf(tail)]);
  });
  copies.sort(([a], [b]) => a - b);
  const withArcMiddles = (upwardGraph: UpwardGraph): UpwardGraph => ({
    ...upwardGraph,
    middles: upwardGraph.middles.map((middle) =>
      middle >= 0 ? middle : -1 - at(graph.arcs, -1 - middle),
    ),
  });
  const renumberedStretches = {
    ...stretches,
    from: stretches.from.map(rankOf),
    to: stretches.to.map(rankOf),
  };
  return {
    stretches: renumberedStretches,
    after: graph.after.map(rankOf),
    copies: {
      arcs: Int32Array.from(copies, ([arc]) => arc),
      nodes: Int32Array.from(copies, ([, node]) => node),
    },
    nodes: graph.nodes,
    out: withArcMiddles(hierarchy.out),
    in: withArcMiddles(hierarchy.in),
    grid: makeGrid(stretches),
  };
}

function makeGrid({ count, shapes, latitudes, longitudes }: Stretches): Grid {
  const [south, north] = spanOf(latitudes);
  const [west, east] = spanOf(longitudes);
  let cellSize = CELL_SIZE;
  const sides = () =>
    [Math.floor((east - west) / cellSize) + 1, Math.floor((north - south) / cellSize) + 1] as const;
  while (sides()[0] * sides()[1] > MAX_CELLS) cellSize *= 2;
  const [columns, rows] = sides();
  const markedCells = new Int32Array(columns * rows).fill(-1);
  const { starts, items } = listsOf(columns * rows, (add) => {
    markedCells.fill(-1);
    const mark = (column: number, row: number, stretch: number) => {
      const index = row * columns + column;
      if (at(markedCells, index) === stretch) return;
      markedCells[index] = stretch;
      add(index, stretch);
    };
    const rowOf = (y: number) => Math.floor((y - south) / cellSize);
    const columnOf = (x: number) => Math.floor((x - west) / cellSize);
    for (let stretch = 0; stretch < count; stretch++)
      for (let i = at(shapes, stretch); i < at(shapes, stretch + 1) - 1; i++) {
        // No pairs are created here, because millions of them would become garbage.
        const y1 = at(latitudes, i);
        const y2 = at(latitudes, i + 1);
        const x1 = at(longitudes, i);
        const x2 = at(longitudes, i + 1);
        // A line across the date line belongs to the cells of both ends.
        if (longitudeDifference(x1, x2) !== x2 - x1) {
          mark(columnOf(x1), rowOf(y1), stretch);
          mark(columnOf(x2), rowOf(y2), stretch);
          continue;
        }
        const lastRow = rowOf(Math.max(y1, y2));
        const lastColumn = columnOf(Math.max(x1, x2));
        for (let row = rowOf(Math.min(y1, y2)); row <= lastRow; row++)
          for (let column = columnOf(Math.min(x1, x2)); column <= lastColumn; column++)
            mark(column, row, stretch);
      }
  });
  return { west, south, cellSize, columns, rows, starts, items };
}

/** Writes the roads. */
export function writeRoads(path: string, roads: Roads): void {
  const { stretches, grid, copies } = roads;
  writeNumbers(
    path,
    {
      counts: Int32Array.of(
        stretches.count,
        stretches.junctions,
        roads.nodes,
        grid.west,
        grid.south,
        grid.cellSize,
        grid.columns,
        grid.rows,
        drivingSides.indexOf(stretches.drivingSide),
      ),
      from: stretches.from,
      to: stretches.to,
      lengths: stretches.lengths,
      durations: stretches.durations,
      flags: stretches.flags,
      name: stretches.name,
      shapes: stretches.shapes,
      latitudes: stretches.latitudes,
      longitudes: stretches.longitudes,
      after: roads.after,
      copyArcs: copies.arcs,
      copyNodes: copies.nodes,
      outStarts: roads.out.starts,
      outEnds: roads.out.ends,
      outWeights: roads.out.weights,
      outMiddles: roads.out.middles,
      inStarts: roads.in.starts,
      inEnds: roads.in.ends,
      inWeights: roads.in.weights,
      inMiddles: roads.in.middles,
      gridStarts: grid.starts,
      gridItems: grid.items,
    },
    { names: JSON.stringify(stretches.names) },
  );
}

/** Opens a file that `writeRoads` wrote. */
export function openRoads(path: string): Roads {
  const file = openNumberFile(path);
  const n = (name: string) => file.numbers(name);
  const counts = n("counts");
  let names: string[] | undefined;
  const readUpwardGraph = (side: "out" | "in"): UpwardGraph => ({
    starts: n(`${side}Starts`),
    ends: n(`${side}Ends`),
    weights: n(`${side}Weights`),
    middles: n(`${side}Middles`),
  });
  return {
    stretches: {
      count: at(counts, 0),
      junctions: at(counts, 1),
      from: n("from"),
      to: n("to"),
      lengths: n("lengths"),
      durations: n("durations"),
      flags: n("flags"),
      name: n("name"),
      drivingSide: drivingSides[at(counts, 8)] ?? null,
      shapes: n("shapes"),
      latitudes: n("latitudes"),
      longitudes: n("longitudes"),
      // Names are read on first use, because routes do not need them.
      get names() {
        names ??= JSON.parse(file.text("names")) as string[];
        return names;
      },
    },
    nodes: at(counts, 2),
    after: n("after"),
    copies: { arcs: n("copyArcs"), nodes: n("copyNodes") },
    out: readUpwardGraph("out"),
    in: readUpwardGraph("in"),
    grid: {
      west: at(counts, 3),
      south: at(counts, 4),
      cellSize: at(counts, 5),
      columns: at(counts, 6),
      rows: at(counts, 7),
      starts: n("gridStarts"),
      items: n("gridItems"),
    },
  };
}
