/** Random numbers that can be repeated: the same seed and time always give the same demo fleet. */

/** A stream of random numbers and choices. Two streams with the same seed are equal. */
export type Random = ReturnType<typeof createRandom>;

/** Returns a stream from a seed (mulberry32, public domain, by Tommy Ettinger). */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0 up to, but not including, 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const wholeNumber = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    between,
    /** A whole number, both ends included. */
    whole: wholeNumber,
    /** True with the probability `share`. */
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly [T, ...T[]] | readonly T[]): T => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("There is nothing to pick from");
      return item;
    },
    /** Picks a name with the probability of its weight. */
    pickWeighted: <Name extends string>(weights: Readonly<Record<Name, number>>): Name => {
      const entries = Object.entries(weights) as [Name, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        rest -= weight;
        if (rest < 0) return name;
      }
      throw new RangeError("No weight is above zero");
    },
    /** Returns a UUIDv7 for a time (ms UTC). */
    id: (at: number) => {
      const time = Math.floor(at).toString(16).padStart(12, "0");
      const hex = (digits: number) =>
        Math.floor(next() * 16 ** digits)
          .toString(16)
          .padStart(digits, "0");
      const variant = "89ab"[wholeNumber(0, 3)];
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
    },
  };
}
