/**
 * Preloaded into the executable by `BUN_OPTIONS`: the clock of the process stands until a moment and runs faster than the
 * wall from then on, as do its timers. `FAST_CLOCK` has a `FastClock` as JSON.
 */
export interface FastClock {
  /** When it begins to run, ms UTC on the wall. */
  began: number;
  /** What it shows then. */
  from: number;
  /** How many times as fast as the wall it runs. */
  times: number;
}

const wall = Date.now;

/** What such a clock shows now, ms UTC. */
export function fastNow({ began, from, times }: FastClock): number {
  return from + Math.floor(Math.max(0, wall() - began) * times);
}

const given = process.env.FAST_CLOCK;
if (given !== undefined) {
  const clock = JSON.parse(given) as FastClock;
  const now = () => fastNow(clock);
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
