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
  const firstResult = useRef(createDeferred<void>());
  useEffect(() => {
    if (!isWanted) return;
    const { geolocation } = navigator;
    if (!geolocation) return firstResult.current.resolve();
    const watchId = geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        latest.current = {
          position: { latitude, longitude, accuracyMeters: Math.round(accuracy) },
          at: Date.now(),
        };
        firstResult.current.resolve();
      },
      () => firstResult.current.resolve(),
      { enableHighAccuracy: true, maximumAge: 15_000 },
    );
    return () => geolocation.clearWatch(watchId);
  }, [isWanted]);
  return async (timeoutMs) => {
    await Promise.race([
      firstResult.current.promise,
      new Promise((resolve) => setTimeout(resolve, timeoutMs)),
    ]);
    const latestReading = latest.current;
    return latestReading && Date.now() - latestReading.at < POSITION_MAX_AGE_MS
      ? latestReading.position
      : null;
  };
}
