/**
 * Preloaded into the executable by `BUN_OPTIONS`: the clock of the process stands until it is started, and runs faster than
 * the wall from then on; its timers are as much faster. `FAST_CLOCK` has a `FastClock` as JSON.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

export interface FastClock {
  /** What it shows until it is started, ms UTC. */
  from: number;
  /** How many times as fast as the wall it runs. */
  times: number;
  /** The file that says when it was started; there is none before. */
  file: string;
}

const wall = Date.now;

/** Starts it, for all processes that have it. Gives what it shows, ms UTC. */
export function startClock(clock: FastClock): () => number {
  writeFileSync(`${clock.file}.new`, `${wall()}`);
  renameSync(`${clock.file}.new`, clock.file);
  return clockOf(clock);
}

function clockOf({ from, times, file }: FastClock): () => number {
  let startedAt: number | undefined;
  return () => {
    if (startedAt === undefined && existsSync(file)) startedAt = Number(readFileSync(file, "utf8"));
    return startedAt === undefined ? from : from + Math.floor((wall() - startedAt) * times);
  };
}

const given = process.env.FAST_CLOCK;
if (given !== undefined) {
  const clock = JSON.parse(given) as FastClock;
  const now = clockOf(clock);
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, own) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, own) as Date,
    get: (target, name, own) =>
      name === "now" ? now : (Reflect.get(target, name, own) as unknown),
  });
  for (const name of ["setTimeout", "setInterval"] as const) {
    const usual = globalThis[name];
    Object.assign(globalThis, {
      [name]: (work: () => void, ms = 0, ...rest: []) => usual(work, ms / clock.times, ...rest),
    });
  }
}
