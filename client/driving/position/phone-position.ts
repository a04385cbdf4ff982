import { useEffect, useRef } from "react";
import { createDeferred } from "../../deferred";
import type { PhonePosition } from "../../../src/reservations/waiting/no-show-contract";

/** An older position does not count as current, ms. */
const POSITION_MAX_AGE_MS = 60_000;

/**
 * Watches the phone's position while `isWanted`. The returned function gives the latest position and waits for it at
 * most `timeoutMs`. Null if the phone has no position or the driver does not allow it.
 */
export function usePhonePosition(
  isWanted: boolean,
): (timeoutMs: number) => Promise<PhonePosition | null> {
  const latest = useRef<{ position: PhonePosition; at: number } | null>(null);
  const first = useRef(createDeferred<void>());
  useEffect(() => {
    if (!isWanted) return;
    const { geolocation } = navigator;
    if (!geolocation) return first.current.resolve();
    const watch = geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        latest.current = {
          position: { latitude, longitude, accuracyMeters: Math.round(accuracy) },
          at: Date.now(),
        };
        first.current.resolve();
      },
      () => first.current.resolve(),
      { enableHighAccuracy: true, maximumAge: 15_000 },
    );
    return () => geolocation.clearWatch(watch);
  }, [isWanted]);
  return async (timeoutMs) => {
    await Promise.race([
      first.current.promise,
      new Promise((resolve) => setTimeout(resolve, timeoutMs)),
    ]);
    const foundPosition = latest.current;
    return foundPosition && Date.now() - foundPosition.at < POSITION_MAX_AGE_MS
      ? foundPosition.position
      : null;
  };
}
