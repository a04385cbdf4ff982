import { afterEach, expect, test } from "bun:test";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { MapCar } from "../../../client/map/map-contents";
import { useGlidingCars } from "../../../client/map/use-gliding-cars";

const { matchMedia } = window;
const { requestAnimationFrame } = globalThis;
afterEach(() => {
  cleanup();
  globalThis.requestAnimationFrame = requestAnimationFrame;
  window.matchMedia = matchMedia;
});

const car = (longitude: number, id = "1"): MapCar => ({
  id,
  name: "Eric",
  latitude: -1.95,
  longitude,
  headingDegrees: 90,
});

/** Sets whether the user prefers reduced motion. */
function setReducedMotion(isReduced: boolean): void {
  window.matchMedia = ((query: string) => ({
    ...matchMedia.call(window, query),
    matches: isReduced,
  })) as typeof matchMedia;
}

const renderGlidingCars = (first: readonly MapCar[]) =>
  renderHook(({ cars }) => useGlidingCars(cars), { initialProps: { cars: first } });

test("a car glides to its next position and arrives there", async () => {
  setReducedMotion(false);
  let draw = () => {};
  globalThis.requestAnimationFrame = (callback) => {
    draw = () => callback(0);
    return 1;
  };
  const { result, rerender } = renderGlidingCars([car(30)]);
  rerender({ cars: [car(30.004)] });
  await Bun.sleep(100);
  act(() => draw());
  const [between] = result.current;
  expect(between?.longitude).toBeGreaterThan(30);
  expect(between?.longitude).toBeLessThan(30.004);
  expect(between?.headingDegrees).toBe(90);
  await Bun.sleep(1000);
  act(() => draw());
  expect(result.current).toEqual([car(30.004)]);
});

test("a car that is new or was far away appears in its place at once", () => {
  setReducedMotion(false);
  const { result, rerender } = renderGlidingCars([car(30)]);
  rerender({ cars: [car(31), car(30, "2")] });
  expect(result.current.map(({ longitude }) => longitude)).toEqual([31, 30]);
});

test("cars do not glide if the viewer prefers less motion", () => {
  setReducedMotion(true);
  const { result, rerender } = renderGlidingCars([car(30)]);
  rerender({ cars: [car(30.004)] });
  expect(result.current[0]?.longitude).toBe(30.004);
});
