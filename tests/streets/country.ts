/** An invented country: a grid of streets with main roads, one-ways, forbidden turns, and rivers with few bridges. */
import { PbfWriter } from "./write-pbf";

interface CountryPlan {
  /** How many junctions each side has. */
  side: number;
  /** How many nodes lie between two junctions. */
  bendsPerRoad: number;
  south?: number;
  west?: number;
}

/** The distance between junctions, in degrees, about 220 m. */
const STEP = 0.002;
const RIVER_SPACING = 60;
const BRIDGE_INTERVAL = 25;
/** One junction in this many forbids a turn. */
const TURN_RESTRICTION_INTERVAL = 11;

/** Writes the country to a file, and returns how many nodes it has. */
export function writeCountry(path: string, plan: CountryPlan): number {
  const { side, bendsPerRoad, south = -2.5, west = 29 } = plan;
  const file = new PbfWriter(path);
  const place = (row: number, column: number): [number, number] => [
    south + (row + bend(row, column)) * STEP,
    west + (column + bend(column, row)) * STEP,
  ];
  const junction = (row: number, column: number) => 1 + row * side + column;
  let lastId = side * side;
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const isTown = row % 100 === 50 && column % 100 === 50;
      file.node(
        junction(row, column),
        ...place(row, column),
        isTown
          ? { place: "town", name: `Town ${row / 50 + column}`, population: String(5_000 + row) }
          : {},
      );
    }
  const lines: {
    between: number[];
    from: number;
    to: number;
    row: number;
    column: number;
    isRow: boolean;
  }[] = [];
  for (const isRow of [true, false])
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++) {
        const [nextRow, nextColumn] = isRow ? [row, column + 1] : [row + 1, column];
        if (nextRow >= side || nextColumn >= side) continue;
        if (!isRow && nextRow % RIVER_SPACING === 0 && column % BRIDGE_INTERVAL !== 0) continue;
        const [from, to] = [place(row, column), place(nextRow, nextColumn)];
        const between: number[] = [];
        for (let i = 1; i <= bendsPerRoad; i++) {
          const part = i / (bendsPerRoad + 1);
          const off = Math.sin(part * Math.PI) * bend(row + i, column) * STEP * 0.2;
          between.push(++lastId);
          file.node(
            lastId,
            from[0] + (to[0] - from[0]) * part + (isRow ? off : 0),
            from[1] + (to[1] - from[1]) * part + (isRow ? 0 : off),
          );
        }
        lines.push({
          between,
          from: junction(row, column),
          to: junction(nextRow, nextColumn),
          row,
          column,
          isRow,
        });
      }
  lines.forEach(({ between, from, to, row, column, isRow }, i) => {
    const line = isRow ? row : column;
    const kind =
      line % 125 === 0
        ? "trunk"
        : line % 25 === 0
          ? "primary"
          : line % 5 === 0
            ? "tertiary"
            : "residential";
    file.way(i + 1, [from, ...between, to], {
      highway: kind,
      name: `${isRow ? "Road" : "Avenue"} ${line} ${Math.floor((isRow ? column : row) / 50)}`,
      ...(kind === "residential" && line % 3 === 0 && { oneway: "yes" }),
    });
  });
  // At these junctions, traffic along the row may not turn into the column.
  const lineNumbers = new Map(lines.map(({ from, isRow }, i) => [from * 2 + Number(isRow), i + 1]));
  let turns = 0;
  for (const { to, row, column, isRow } of lines) {
    const [before, after] = [lineNumbers.get((to - 1) * 2 + 1), lineNumbers.get(to * 2)];
    if (!isRow || !before || !after || (row * 7 + column * 3) % TURN_RESTRICTION_INTERVAL !== 0)
      continue;
    file.relation(
      ++turns,
      [
        { type: "way", ref: before, role: "from" },
        { type: "node", ref: to, role: "via" },
        { type: "way", ref: after, role: "to" },
      ],
      { type: "restriction", restriction: "no_left_turn" },
    );
  }
  file.close();
  return lastId;
}

/** Returns an offset from the grid, the same each time. Without it, many routes would have the same length. */
function bend(a: number, b: number): number {
  const mixedValue = Math.sin(a * 12.9898 + b * 78.233) * 43758.5453;
  return (mixedValue - Math.floor(mixedValue) - 0.5) * 0.3;
}
