/** The aims of the benchmark, and the limits that its tests hold, so that no figure gets worse unnoticed. */

export interface Aim {
  name: string;
  /** The ratio of Livery's figure to the bare server's for the same work, or MiB. Less is better. */
  unit: "×" | "MiB";
  aim: number;
  /** The limit if the aim has not been reached yet; it replaces the aim in tests. */
  held?: number;
}

/**
 * Only processor time and memory, because wall-clock time depends on how busy the machine is. A start's processor time
 * lasts until the home page has loaded and a call of the whole API is answered; it is compared with the start of the
 * bare server, which opens the same database with the same runtime.
 */
export const aims = {
  home: { name: "Processor time of the home page", unit: "×", aim: 1 },
  faq: { name: "Processor time of the questions", unit: "×", aim: 1 },
  trips: { name: "Processor time of a page of 25 trips", unit: "×", aim: 3.5, held: 14 },
  stack: { name: "Processor time of the same page beside React and the router", unit: "×", aim: 2 },
  list: { name: "Processor time of 25 reservations by the API", unit: "×", aim: 1.25, held: 1.8 },
  booking: { name: "Processor time of a booking", unit: "×", aim: 1, held: 1.8 },
  start: { name: "Processor time of a start", unit: "×", aim: 1.5, held: 3.2 },
  started: { name: "Memory after start and one page", unit: "MiB", aim: 70, held: 99 },
  loaded: { name: "Memory after load", unit: "MiB", aim: 120, held: 181 },
} as const satisfies Record<string, Aim>;

/** Two rounds of the same executable differ by up to a fifth. */
const TOLERANCE_FACTOR = 1.25;

/**
 * How many tasks may wait for each processor before ratios are ignored. With twelve, the page of trips had three times
 * its usual ratio, because its code did not stay in the processor's cache.
 */
export const BUSY_LOAD = 3;

/**
 * Returns the ratio of Livery to the bare server, from the best round of each. Other work on the machine only adds to
 * the time of a round, while the product's own cost is in every round.
 */
export function ratioOf(ours: readonly number[], reference: readonly number[]): number {
  return Math.min(...ours) / Math.min(...reference);
}

/** Returns the figure above which the tests fail. */
export function limitOf({ aim, held = aim }: Aim): number {
  return held * TOLERANCE_FACTOR;
}
