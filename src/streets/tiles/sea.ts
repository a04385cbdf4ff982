/** The sea in the squares from which tiles are cut. */
import type { Extract } from "../reading/extract";
import { seaOf, type SeaRings } from "./coast";
import type { Position } from "./mercator";
import { areaOf, cutRing, nestRings } from "./polygons";

/**
 * How much wider a square is cut. It exceeds what tiles show of their neighbours, so that the cut edges are not
 * visible.
 */
const MARGIN = 1 / 32;
/** The smallest visible detail, as a share of a tile. */
const MIN_DETAIL_SHARE = 1 / 4096;
/** A smaller area, as a share of a square, is only a cut edge. */
const MIN_AREA = 1e-9;

export class Sea {
  /** The sea in each square around the last one, from the whole world down. Smaller squares are cut from these. */
  private readonly enclosingSquares: (SeaRings & { x: number; y: number })[];

  constructor(extract: Extract) {
    this.enclosingSquares = [{ x: 0, y: 0, ...seaOf(extract) }];
  }

  get isEmpty(): boolean {
    return this.enclosingSquares[0]?.outer.length === 0;
  }

  /**
   * Returns the sea's polygons in a square, in the square's unit and with the detail of a zoom's tiles. It is fastest
   * if neighbouring squares are requested one after the other.
   */
  polygonsIn(square: { zoom: number; x: number; y: number }, zoom: number): Position[][][] {
    const { outer, islands } = this.cut(square);
    const shownRings = (ring: readonly Position[]): Position[][] => {
      const places = thinnedRing(ring, MIN_DETAIL_SHARE / 2 ** zoom).map(([x, y]): Position => [
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
      const [parent, cachedSquare] = [
        this.enclosingSquares[z - 1] as SeaRings,
        this.enclosingSquares[z],
      ];
      if (cachedSquare?.x === column && cachedSquare.y === row) continue;
      const corner = (offset: number, margin: number): Position => [
        (column + offset + margin) / 2 ** z,
        (row + offset + margin) / 2 ** z,
      ];
      const cut = (rings: SeaRings["outer"]) =>
        rings
          .map((ring) => cutRing(ring, corner(0, -MARGIN), corner(1, MARGIN)))
          .filter((ring) => ring.length > 3);
      this.enclosingSquares.length = z;
      this.enclosingSquares.push({
        x: column,
        y: row,
        outer: cut(parent.outer),
        islands: cut(parent.islands),
      });
    }
    return this.enclosingSquares[zoom] as SeaRings;
  }
}

/** Returns a ring without positions that are closer than `minDistance` to the previous one. */
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
