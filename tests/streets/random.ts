import { join } from "node:path";

/** The path of an extract of OpenStreetMap; see tests/fixtures/README.md. */
export const LIECHTENSTEIN = join(import.meta.dir, "../fixtures/liechtenstein.osm.pbf");

/** Returns a generator of numbers from 0 to 1 that are the same each time (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
}
