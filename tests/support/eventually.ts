/** What a page comes to show a moment after a press: asked again until it is as expected. */
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
 * Like `expect`, of an answer that is on its way: holds as soon as one answer is as expected, and fails as
 * `expect` does where none ever is. `not` waits until an answer is another one.
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

/** Asserts again and again; the last fault is thrown when it never holds. */
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
 * Asks until there is an answer that is not nothing, for half a minute if not said otherwise, and gives it; `what`
 * names it where it never comes.
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
