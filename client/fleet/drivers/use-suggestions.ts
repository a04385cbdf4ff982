import { useCallback, useEffect, useRef, useState } from "react";
import type { CandidateDriver } from "../../../src/dispatch/contract";
import type { AffectedTrip } from "../../../src/dispatch/suspension/suspension-contract";
import { failureText, LeftPageError, useOffice } from "../../office/calls";

/** A driver with their car. */
export interface DriverAndVehicle {
  driverId: string;
  vehicleId: string;
}

/** Drivers who could take a trip over, the best first. */
export interface TripSuggestions {
  busy: boolean;
  drivers: readonly (CandidateDriver & { vehicleId: string; plate: string })[];
  failure: string | null;
}

/** Drivers are suggested automatically for at most this many trips, and for others on request. */
const MAX_AUTOMATIC_TRIPS = 8;
/** Nobody compares more drivers than this in a list. */
const MAX_SUGGESTED_DRIVERS = 8;

/**
 * Suggests drivers who could take over a driver's trips, by trip. The next trips are requested one after the other,
 * because each request looks at the whole fleet. `ask` requests the others.
 */
export function useSuggestions(driverId: string, trips: readonly AffectedTrip[]) {
  const { api, call } = useOffice();
  const [suggestionsByTrip, setSuggestionsByTrip] = useState<
    Readonly<Record<string, TripSuggestions>>
  >({});
  const requestedTripIds = useRef(new Set<string>());
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  const requestSuggestions = useCallback(
    async (id: string) => {
      requestedTripIds.current.add(id);
      const set = (suggestions: TripSuggestions) => {
        if (!isUnmounted.current) setSuggestionsByTrip((old) => ({ ...old, [id]: suggestions }));
      };
      set({ busy: true, drivers: [], failure: null });
      try {
        const path = api.admin.reservations[":id"].candidates;
        const { drivers, vehicles } = await call(path.$get({ param: { id } }));
        const plateByVehicle = new Map(vehicles.map(({ vehicle }) => [vehicle.id, vehicle.plate]));
        const assignableDrivers = drivers.flatMap((one) =>
          one.refusals.length === 0 && one.driver.id !== driverId && one.vehicleId !== null
            ? [{ ...one, vehicleId: one.vehicleId, plate: plateByVehicle.get(one.vehicleId) ?? "" }]
            : [],
        );
        set({
          busy: false,
          drivers: assignableDrivers.slice(0, MAX_SUGGESTED_DRIVERS),
          failure: null,
        });
      } catch (error) {
        if (error instanceof LeftPageError) return;
        // The trip can still be left without a driver, or the request repeated.
        requestedTripIds.current.delete(id);
        set({ busy: false, drivers: [], failure: failureText(error) });
      }
    },
    [api, call, driverId],
  );
  useEffect(() => {
    const automaticTrips = trips.filter(({ movable }) => movable).slice(0, MAX_AUTOMATIC_TRIPS);
    void (async () => {
      for (const { id } of automaticTrips) {
        if (isUnmounted.current) return;
        if (!requestedTripIds.current.has(id)) await requestSuggestions(id);
      }
    })();
  }, [trips, requestSuggestions]);
  return { suggestionsByTrip, ask: (id: string) => void requestSuggestions(id) };
}
