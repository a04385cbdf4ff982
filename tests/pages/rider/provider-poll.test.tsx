/**
 * Section 4, "Identity-provider sign-in", and section 9: the browser opens the provider as a whole page, and the page
 * requests the current user every 1 second until an id appears.
 */
import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { act, cleanup, renderHook } from "@testing-library/react";
import { useProviderSignIn } from "../../../client/riders/sign-in/use-provider-sign-in";
import { createApi } from "../../../client/api";

const START = Date.parse("2026-11-20T08:00:00Z");

let opened: string[];
let requestCount: number;
let answer: () => Response | Promise<Response>;
let signedIn: number;
let isHidden: boolean;
const { assign } = location;

beforeEach(() => {
  jest.useFakeTimers({ now: START });
  opened = [];
  requestCount = 0;
  signedIn = 0;
  isHidden = false;
  answer = () => Response.json({ code: "request.unauthenticated" }, { status: 401 });
  location.assign = (address) => void opened.push(String(address));
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  location.assign = assign;
  Reflect.deleteProperty(document, "hidden");
});

function start() {
  const api = createApi("http://livery.test", async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    expect(pathname).toBe("/backend/auth/current-user");
    requestCount++;
    return answer();
  });
  const renderedHook = renderHook(() =>
    useProviderSignIn(api, async () => {
      signedIn++;
    }),
  );
  act(() => renderedHook.result.current.open("google"));
  return renderedHook;
}

/** Advances the clock, and lets the answers of each second arrive. */
async function advanceTime(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 1000)
    await act(async () => {
      jest.advanceTimersByTime(Math.min(left, 1000));
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    });
}

async function show(event: "visibilitychange" | "pageshow"): Promise<void> {
  await act(async () => {
    (event === "pageshow" ? window : document).dispatchEvent(new Event(event));
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  });
}

describe("section 4: a provider's sign-in under way", () => {
  test("the provider opens as a whole page, and the screen asks for the current user every second", async () => {
    const { result } = start();
    expect(opened).toEqual(["/backend/auth/google"]);
    expect(result.current.activeProvider).toBe("google");
    await advanceTime(999);
    expect(requestCount).toBe(0);
    await advanceTime(1);
    expect(requestCount).toBe(1);
    await advanceTime(3000);
    expect(requestCount).toBe(4);
    expect(signedIn).toBe(0);
  });

  test("the polling ends with the first answer that has an id", async () => {
    const { result } = start();
    await advanceTime(2000);
    answer = () => Response.json({ firstName: null });
    await advanceTime(1000);
    expect(signedIn).toBe(0);
    answer = () => Response.json({ id: "rider" });
    await advanceTime(1000);
    expect([requestCount, signedIn, result.current.activeProvider]).toEqual([4, 1, null]);
    await advanceTime(5000);
    expect([requestCount, signedIn]).toEqual([4, 1]);
  });

  test("the polling survives network failures", async () => {
    start();
    answer = () => Promise.reject(new TypeError("fetch failed"));
    await advanceTime(3000);
    answer = () => Response.json({ id: "rider" });
    await advanceTime(1000);
    expect(signedIn).toBe(1);
  });

  test("the polling waits for a slow answer before its next request", async () => {
    start();
    const slowResponse = Promise.withResolvers<Response>();
    answer = () => slowResponse.promise;
    await advanceTime(5000);
    expect(requestCount).toBe(1);
    answer = () => Response.json({ id: "rider" });
    slowResponse.resolve(Response.json({}, { status: 401 }));
    await advanceTime(1);
    await advanceTime(999);
    expect([requestCount, signedIn]).toEqual([2, 1]);
  });

  test("a hidden page stops polling, and polls at once when it is visible again", async () => {
    start();
    await advanceTime(2000);
    isHidden = true;
    await show("visibilitychange");
    await advanceTime(60_000);
    expect(requestCount).toBe(2);
    isHidden = false;
    answer = () => Response.json({ id: "rider" });
    await show("visibilitychange");
    expect([requestCount, signedIn]).toEqual([3, 1]);
  });

  test("a page restored from the browser's back-forward cache polls at once", async () => {
    start();
    answer = () => Response.json({ id: "rider" });
    await show("pageshow");
    expect([requestCount, signedIn]).toEqual([1, 1]);
  });

  test("the polling ends after 10 minutes, and another press starts it again", async () => {
    const { result } = start();
    await advanceTime(599_000);
    expect([requestCount, result.current.activeProvider]).toEqual([599, "google"]);
    await advanceTime(3000);
    expect([requestCount, result.current.activeProvider]).toEqual([599, null]);
    act(() => result.current.open("apple"));
    expect(opened.at(-1)).toBe("/backend/auth/apple");
    await advanceTime(1000);
    expect(requestCount).toBe(600);
  });

  test("leaving the screen ends the polling", async () => {
    const { unmount } = start();
    await advanceTime(1000);
    unmount();
    await advanceTime(5000);
    expect(requestCount).toBe(1);
  });
});
