/** A page's clock that a test moves: waits of a tenth of a second or more end when the test says so. */
import { act } from "@testing-library/react";

/** The shortest wait that is held, in ms. Shorter ones belong to typing and to the test library's polling. */
const MIN_HELD_MS = 100;

interface WaitingTimer {
  at: number;
  everyMs: number | null;
  run: () => void;
}

export interface FrozenClock {
  /** Advances the clock, and runs everything that falls due, in order. */
  advance(milliseconds: number): Promise<void>;
  /** Restores the real clock. Timers that still wait never run. */
  release(): void;
}

/** Stops the document's clock from now on. Tests must always release it at the end. */
export function holdClock(): FrozenClock {
  const realTimers = { setTimeout, clearTimeout, setInterval, clearInterval, now: Date.now };
  const startedAt = realTimers.now();
  const waiting = new Map<number, WaitingTimer>();
  let elapsedMs = 0;
  // Far above the ids of real timers.
  let next = 1_000_000_000;

  const hold = (run: () => void, ms: number, everyMs: number | null) => {
    next++;
    waiting.set(next, { at: elapsedMs + ms, everyMs, run });
    return next;
  };
  type Handler = (...given: unknown[]) => void;
  const replaced = {
    setTimeout: (run: Handler, ms = 0, ...given: unknown[]) =>
      ms < MIN_HELD_MS
        ? realTimers.setTimeout(run, ms, ...given)
        : hold(() => run(...given), ms, null),
    setInterval: (run: Handler, ms = 0, ...given: unknown[]) =>
      ms < MIN_HELD_MS
        ? realTimers.setInterval(run, ms, ...given)
        : hold(() => run(...given), ms, ms),
    clearTimeout: (id: number) => {
      if (!waiting.delete(id)) realTimers.clearTimeout(id);
    },
    clearInterval: (id: number) => {
      if (!waiting.delete(id)) realTimers.clearInterval(id);
    },
  };
  Object.assign(globalThis, replaced);
  Date.now = () => startedAt + elapsedMs;

  return {
    async advance(milliseconds) {
      const end = elapsedMs + milliseconds;
      for (;;) {
        const [due] = [...waiting]
          .filter(([, { at }]) => at <= end)
          .sort(([, a], [, b]) => a.at - b.at);
        if (!due) break;
        const [id, { at, everyMs, run }] = due;
        elapsedMs = Math.max(elapsedMs, at);
        if (everyMs === null) waiting.delete(id);
        else waiting.set(id, { at: elapsedMs + everyMs, everyMs, run });
        await act(async () => {
          run();
          await new Promise((done) => realTimers.setTimeout(done, 0));
        });
      }
      elapsedMs = end;
      await act(() => new Promise<void>((done) => void realTimers.setTimeout(done, 0)));
    },
    release() {
      const { now, ...timers } = realTimers;
      Object.assign(globalThis, timers);
      Date.now = now;
    },
  };
}
