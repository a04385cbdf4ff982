/** The sea in the squares that tiles are cut from. */
import type { Extract } from "../reading/extract";
import { seaOf, type SeaRings } from "./coast";
import type { Position } from "./mercator";
import { areaOf, cutRing, nestRings } from "./polygons";

/** More than what tiles show of their neighbours: the edges of a cut are not seen. */
const MARGIN = 1 / 32;
/** What is finer, in parts of a tile, is not seen. */
const MIN_SQUARE_SIZE = 1 / 4096;
/** What has less area, in parts of a square, is an edge of a cut. */
const MIN_AREA = 1e-9;

export class Sea {
  /** What the squares hold that the last one is in, from the whole world on: it is cut from them. */
  private readonly around: (SeaRings & { x: number; y: number })[];

  constructor(extract: Extract) {
    this.around = [{ x: 0, y: 0, ...seaOf(extract) }];
  }

  get isEmpty(): boolean {
    return this.around[0]?.outer.length === 0;
  }

  /** The polygons of a square in its unit, as fine as tiles of a zoom show them. Squares are asked for in their order. */
  polygonsIn(square: { zoom: number; x: number; y: number }, zoom: number): Position[][][] {
    const { outer, islands } = this.cut(square);
    const shownRings = (ring: readonly Position[]): Position[][] => {
      const places = thinnedRing(ring, MIN_SQUARE_SIZE / 2 ** zoom).map(([x, y]): Position => [
        x * 2 ** square.zoom - square.x,
        y * 2 ** square.zoom - square.y,
      ]);
      return places.length > 3 && Math.abs(areaOf(places)) > MIN_AREA ? [places] : [];
    };
    return nestRings(outer.flatMap(shownRings), islands.flatMap(shownRings));
  }

  private cut({ zoom, x, y }: { zoom: number; x: number; y: number }): SeaRings {
    for (let z = 1; z <= zoom; z++) {
      const [column, row] = [x >> (zoom - z), y >> (zoom - z)];
      const [whole, known] = [this.around[z - 1] as SeaRings, this.around[z]];
      if (known?.x === column && known.y === row) continue;
      const corner = (right: number, margin: number): Position => [
        (column + right + margin) / 2 ** z,
        (row + right + margin) / 2 ** z,
      ];
      const cut = (rings: SeaRings["outer"]) =>
        rings
          .map((ring) => cutRing(ring, corner(0, -MARGIN), corner(1, MARGIN)))
          .filter((ring) => ring.length > 3);
      this.around.length = z;
      this.around.push({ x: column, y: row, outer: cut(whole.outer), islands: cut(whole.islands) });
    }
    return this.around[zoom] as SeaRings;
  }
}

/** A ring without positions that are nearer than so far to the one before. */
function thinnedRing(ring: readonly Position[], minDistance: number): readonly Position[] {
  let last = ring[0];
  return ring.filter((place, i) => {
    const isKept =
      i === 0 ||
      i === ring.length - 1 ||
      !last ||
      Math.abs(place[0] - last[0]) > minDistance ||
      Math.abs(place[1] - last[1]) > minDistance;
    if (isKept) last = place;
    return isKept;
  });
}
