import { useEffect, useRef, useState } from "react";
import type { MapCar } from "./map-contents";

/** About the usual time between two positions, so that the car seems never to stop. */
const GLIDE_MS = 1000;
/** Degrees of latitude, about two kilometres. A car that moved further did not drive there while the page was open. */
const MAX_GLIDE_DEGREES = 0.02;

/**
 * Returns the cars on their way from their last shown position to the current one. People who prefer less motion see
 * them at the current one.
 */
export function useGlidingCars(cars: readonly MapCar[]): readonly MapCar[] {
  const [currentCars, setCurrentCars] = useState(cars);
  const current = useRef(cars);
  useEffect(() => {
    const from = new Map(current.current.map((car) => [car.id, car]));
    const show = (next: readonly MapCar[]) => {
      current.current = next;
      setCurrentCars(next);
    };
    const hasMoved = cars.some((car) => isGlideable(from.get(car.id), car));
    if (!hasMoved || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      show(cars);
      return;
    }
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step() {
      const fraction = Math.min(1, (performance.now() - startedAt) / GLIDE_MS);
      show(cars.map((car) => carBetween(from.get(car.id), car, fraction)));
      if (fraction < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [cars]);
  return currentCars;
}

function isGlideable(from: MapCar | undefined, to: MapCar): from is MapCar {
  if (!from) return false;
  const distanceDegrees =
    Math.abs(from.latitude - to.latitude) + Math.abs(from.longitude - to.longitude);
  return distanceDegrees > 0 && distanceDegrees < MAX_GLIDE_DEGREES;
}

function carBetween(from: MapCar | undefined, to: MapCar, fraction: number): MapCar {
  if (!isGlideable(from, to)) return to;
  return {
    ...to,
    latitude: from.latitude + (to.latitude - from.latitude) * fraction,
    longitude: from.longitude + (to.longitude - from.longitude) * fraction,
  };
}
