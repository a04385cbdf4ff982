/**
 * Preloaded into the executable with `BUN_OPTIONS`. The clock of the process stands still until it is started, and then
 * runs faster than real time. Its timers are faster by the same factor. `FAST_CLOCK` has a `FastClock` as JSON.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

export interface FastClock {
  /** The time it shows until it is started, in ms UTC. */
  from: number;
  /** How many times faster than real time it runs. */
  times: number;
  /** The file with the time of the start. It does not exist before. */
  file: string;
}

const wall = Date.now;

/** Starts the clock for all processes that share it. Returns a function that gives its time, in ms UTC. */
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
