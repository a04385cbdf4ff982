/** The town and region of a point: from the borders on the map, otherwise from the nearest town or village. */
import { at } from "../arrays";
import { DEGREE, type Extract } from "../reading/extract";
import { ringsOf } from "../reading/rings";
import { metersBetween } from "../roads/distance";

/** The town and regions of a point. */
interface Locality {
  town: string;
  /** The town and regions as readable text. */
  detail: string;
}

interface Area {
  level: number;
  name: string;
  rings: number[][];
  south: number;
  west: number;
  north: number;
  east: number;
}

/**
 * The size of the cells in which borders are looked up, about a kilometre. In a cell without a border, all points are
 * in the same areas.
 */
const CELL_SIZE = DEGREE / 100;
const BLOCK_SIZE = DEGREE / 4;
/** The admin levels of towns, the most usual first, and those of the regions above them. */
const townAdminLevels = [8, 7, 9, 10, 6];
const regionAdminLevels = [6, 4];
/** How far each kind of place reaches, in metres. */
const reachMeters: Record<string, number> = {
  city: 12_000,
  town: 8_000,
  village: 4_000,
  suburb: 3_000,
  hamlet: 1_500,
};

export class Localities {
  private readonly areas: Area[] = [];
  private readonly areasByBlock = new Map<string, Area[]>();
  private readonly borderCells = new Set<string>();
  private readonly areasByCell = new Map<string, Area[]>();
  private readonly places = new Map<
    string,
    { name: string; kind: string; y: number; x: number }[]
  >();

  constructor(private readonly extract: Extract) {
    const { relations, spots, nodes } = extract;
    for (let relation = 0; relation < relations.count; relation++) {
      const tags = relations.tags(relation);
      const [name, level] = [tags.get("name"), Number(tags.get("admin_level"))];
      if (tags.get("boundary") !== "administrative" || !name || !(level >= 3 && level <= 10))
        continue;
      const { outer } = ringsOf(extract, relation);
      if (outer.length > 0) this.add(level, name, outer);
    }
    for (let spot = 0; spot < spots.count; spot++) {
      const tags = spots.tags(spot);
      const [kind, name] = [tags.get("place") ?? "", tags.get("name")];
      if (!name || !(kind in reachMeters)) continue;
      const node = at(spots.at, spot);
      const place = { name, kind, y: at(nodes.latitudes, node), x: at(nodes.longitudes, node) };
      this.places.getOrInsertComputed(cellOf(place.y, place.x, BLOCK_SIZE), () => []).push(place);
    }
  }

  /** Returns the town and regions of a point, in degrees times `DEGREE`. */
  at(y: number, x: number): Locality {
    const inside = this.areasAt(y, x);
    const nameAtLevels = (levels: readonly number[]) =>
      levels.flatMap((level) => inside.find((area) => area.level === level)?.name ?? []);
    const town = nameAtLevels(townAdminLevels)[0] ?? this.nearestPlace(y, x) ?? "";
    const detail = [...new Set([town, ...nameAtLevels(regionAdminLevels)])]
      .filter(Boolean)
      .join(", ");
    return { town, detail };
  }

  private add(level: number, name: string, rings: number[][]): void {
    const { latitudes, longitudes } = this.extract.nodes;
    const area: Area = {
      level,
      name,
      rings,
      south: 2 ** 31,
      west: 2 ** 31,
      north: -(2 ** 31),
      east: -(2 ** 31),
    };
    for (const ring of rings)
      ring.forEach((node, i) => {
        const [y, x] = [at(latitudes, node), at(longitudes, node)];
        area.south = Math.min(area.south, y);
        area.north = Math.max(area.north, y);
        area.west = Math.min(area.west, x);
        area.east = Math.max(area.east, x);
        const next = ring[i + 1];
        if (next !== undefined)
          this.markBorderCells(y, x, at(latitudes, next), at(longitudes, next));
      });
    this.areas.push(area);
    for (let y = Math.floor(area.south / BLOCK_SIZE); y <= Math.floor(area.north / BLOCK_SIZE); y++)
      for (let x = Math.floor(area.west / BLOCK_SIZE); x <= Math.floor(area.east / BLOCK_SIZE); x++)
        this.areasByBlock.getOrInsertComputed(`${y} ${x}`, () => []).push(area);
  }

  /** Marks the cells in the rectangle around a segment of a border. */
  private markBorderCells(y1: number, x1: number, y2: number, x2: number): void {
    for (
      let y = Math.floor(Math.min(y1, y2) / CELL_SIZE);
      y <= Math.floor(Math.max(y1, y2) / CELL_SIZE);
      y++
    )
      for (
        let x = Math.floor(Math.min(x1, x2) / CELL_SIZE);
        x <= Math.floor(Math.max(x1, x2) / CELL_SIZE);
        x++
      )
        this.borderCells.add(`${y} ${x}`);
  }

  private areasAt(y: number, x: number): Area[] {
    if (this.areas.length === 0) return this.areas;
    const cell = cellOf(y, x, CELL_SIZE);
    const cachedAreas = this.areasByCell.get(cell);
    if (cachedAreas) return cachedAreas;
    const containingAreas = (this.areasByBlock.get(cellOf(y, x, BLOCK_SIZE)) ?? []).filter((area) =>
      this.isInArea(area, y, x),
    );
    if (!this.borderCells.has(cell)) this.areasByCell.set(cell, containingAreas);
    return containingAreas;
  }

  private isInArea({ rings, south, west, north, east }: Area, y: number, x: number): boolean {
    if (y < south || y > north || x < west || x > east) return false;
    const { latitudes, longitudes } = this.extract.nodes;
    let isInside = false;
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) {
        const [from, to] = [ring[i - 1] ?? 0, ring[i] ?? 0];
        const [y1, y2] = [at(latitudes, from), at(latitudes, to)];
        if (y1 > y === y2 > y) continue;
        const [x1, x2] = [at(longitudes, from), at(longitudes, to)];
        if (x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
      }
    return isInside;
  }

  /** Returns the place that is nearest in proportion to its reach; undefined outside the reach of all places. */
  private nearestPlace(y: number, x: number): string | undefined {
    let best: { name: string; share: number } | undefined;
    const [row, column] = [Math.floor(y / BLOCK_SIZE), Math.floor(x / BLOCK_SIZE)];
    for (let r = row - 1; r <= row + 1; r++)
      for (let c = column - 1; c <= column + 1; c++)
        for (const place of this.places.get(`${r} ${c}`) ?? []) {
          const share = metersBetween(y, x, place.y, place.x) / (reachMeters[place.kind] ?? 1);
          if (share < (best?.share ?? 1)) best = { name: place.name, share };
        }
    return best?.name;
  }
}

function cellOf(y: number, x: number, size: number): string {
  return `${Math.floor(y / size)} ${Math.floor(x / size)}`;
}
