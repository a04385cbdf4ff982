import { useCallback, useEffect, useRef, useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { ApiError } from "../api-error";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { reservationUpdates } from "../office/live/updates";

interface LoadedReservation {
  id: string;
  reservation: Reservation | null;
  failure: string | null;
  /** True if the reservation doesn't exist. */
  missing: boolean;
}

/**
 * Keeps one complete, current reservation. Loads it when `id` changes or the event stream has a newer version;
 * `latestTrip` replaces it when an action returns it. A page that has already loaded it passes `preloadedReservation`.
 */
export function useReservation(
  id: string,
  latestTrip: Reservation | null,
  preloadedReservation: Reservation | null = null,
) {
  const { api, call } = useOffice();
  const [loadedState, setLoadedState] = useState<LoadedReservation>({
    id,
    reservation: preloadedReservation,
    failure: null,
    missing: false,
  });
  const isPreloaded = preloadedReservation?.id === id;
  const requestedId = useRef(id);
  requestedId.current = id;

  const load = useCallback(async () => {
    try {
      const { reservation } = await call(api.admin.reservations[":id"].$get({ param: { id } }));
      if (requestedId.current === id)
        setLoadedState({ id, reservation, failure: null, missing: false });
    } catch (error) {
      if (error instanceof LeftPageError || requestedId.current !== id) return;
      const missing = error instanceof ApiError && error.status === 404;
      setLoadedState((old) => ({
        id,
        reservation: old.id === id && !missing ? old.reservation : null,
        failure: failureText(error),
        missing,
      }));
    }
  }, [api, call, id]);

  useEffect(() => {
    if (!isPreloaded) void load();
  }, [isPreloaded, load]);

  const current = newest(
    loadedState.id === id ? loadedState.reservation : null,
    latestTrip?.id === id ? latestTrip : null,
  );
  reservationUpdates.useUpdates((news) => {
    if (news === null || (news.id === id && news.version > (current?.version ?? 0))) void load();
  });

  return {
    reservation: current,
    failure: loadedState.id === id ? loadedState.failure : null,
    missing: loadedState.id === id && loadedState.missing,
    reload: load,
  };
}

function newest(a: Reservation | null, b: Reservation | null): Reservation | null {
  if (!a || !b) return a ?? b;
  return a.version >= b.version ? a : b;
}
