/** What the bench aims at, and what a run of the tests holds: no figure gets worse without being seen. */

export interface Aim {
  name: string;
  /** Of ours to the bare server's on the same work, or MiB. Less is better. */
  unit: "×" | "MiB";
  aim: number;
  /** What was reached where the aim is not: this is held in its place. */
  held?: number;
}

/**
 * Processor time and memory alone, for the clock tells how busy the machine is. A start's processor time is that
 * until the home page is there and a call of the whole API is answered; its measure is the bare server's start,
 * which opens the same database by the same runtime.
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

/** Of the same executable two rounds differ by up to a fifth. */
const TOLERANCE_FACTOR = 1.25;

/**
 * How many tasks may wait for each processor before ratios are ignored: with twelve, the page of trips had three times
 * its usual ratio, because its code no longer stays in the processor's cache.
 */
export const BUSY_LOAD = 3;

/**
 * How ours compares to the bare server, by the best round of each. Whatever else a machine does adds to the time of a
 * round and never takes from it; what the product itself costs is in every round.
 */
export function ratioOf(ours: readonly number[], reference: readonly number[]): number {
  return Math.min(...ours) / Math.min(...reference);
}

/** The figure from which on the tests fail. */
export function limitOf({ aim, held = aim }: Aim): number {
  return held * TOLERANCE_FACTOR;
}
