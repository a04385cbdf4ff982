/** Waits for something that appears shortly after a press, by checking again and again. */
import { expect } from "bun:test";

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 25;

interface EventuallyMatchers<T> {
  toBe(wanted: T): Promise<void>;
  toEqual(wanted: T): Promise<void>;
  toContain(part: string): Promise<void>;
  toMatch(wanted: RegExp): Promise<void>;
  toBeGreaterThan(least: number): Promise<void>;
  toBeLessThan(most: number): Promise<void>;
}

/**
 * Works like `expect`, for a value that takes time: passes as soon as one value matches, and fails like `expect` if
 * none does. `not` waits until a value does not match.
 */
export function expectEventually<T>(
  ask: () => T | Promise<T>,
): EventuallyMatchers<T> & { not: EventuallyMatchers<T> } {
  const createMatchers = (not: boolean): EventuallyMatchers<T> => {
    const expected = (answer: T) => (not ? expect(answer).not : expect(answer));
    const soon = (holds: (answer: T) => void) => waitUntilTrue(async () => holds(await ask()));
    return {
      toBe: (wanted) => soon((answer) => expected(answer).toBe(wanted)),
      toEqual: (wanted) => soon((answer) => expected(answer).toEqual(wanted)),
      toContain: (part) => soon((answer) => expected(answer).toContain(part)),
      toMatch: (wanted) => soon((answer) => expected(answer).toMatch(wanted)),
      toBeGreaterThan: (least) => soon((answer) => expected(answer).toBeGreaterThan(least)),
      toBeLessThan: (most) => soon((answer) => expected(answer).toBeLessThan(most)),
    };
  };
  return { ...createMatchers(false), not: createMatchers(true) };
}

/** Repeats an assertion until it passes. Throws the last error if it never does. */
async function waitUntilTrue(assertion: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}

/**
 * Calls `ask` until its answer is truthy, by default for half a minute, and returns the answer. If it never is, throws
 * an error that names `what`.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  longestMs = TIMEOUT_MS,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + longestMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`${what} did not happen`);
    await Bun.sleep(PAUSE_MS);
  }
}
