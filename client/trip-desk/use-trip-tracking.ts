import { useCallback, useEffect, useRef, useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { greatCircleMeters } from "../../src/places/rules";
import type { Position, ReservationTracking } from "../../src/tracking/contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { reservationUpdates, positionUpdates } from "../office/live/updates";

/** The shortest distance in metres from the end of the track at which a point is added. */
const MIN_DISTANCE_METERS = 30;

/** Returns the track with the car's current position appended. The server thins it on the next load. */
function appendToTrack(
  track: ReservationTracking["track"],
  { latitude, longitude, recordedAt }: Position,
): ReservationTracking["track"] {
  const lastPosition = track.at(-1);
  const point = { latitude, longitude, recordedAt };
  if (
    lastPosition &&
    (recordedAt <= lastPosition.recordedAt ||
      greatCircleMeters(lastPosition, point) < MIN_DISTANCE_METERS)
  )
    return track;
  return [...track, point];
}

export type TripTrackingState = ReturnType<typeof useTripTracking>;

/** Keeps a reservation's car and tracking link: loads them on each step, with live positions in between. */
export function useTripTracking({ id, version }: Pick<Reservation, "id" | "version">) {
  const { api, call } = useOffice();
  const [latest, setLatest] = useState<{ id: string; tracking: ReservationTracking } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isRevoking, setIsRevoking] = useState(false);
  const requestedId = useRef(id);
  requestedId.current = id;

  const receiveTracking = useCallback(
    async (answer: Parameters<typeof call<ReservationTracking>>[0]) => {
      try {
        const tracking = await call(answer);
        if (requestedId.current !== id) return;
        setLatest({ id, tracking });
        setFailure(null);
      } catch (error) {
        if (!(error instanceof LeftPageError) && requestedId.current === id)
          setFailure(failureText(error));
      }
    },
    [call, id],
  );
  const load = useCallback(
    () => receiveTracking(api.admin.reservations[":id"].tracking.$get({ param: { id } })),
    [api, id, receiveTracking],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may be another place
  useEffect(() => {
    void load();
  }, [load, version]);
  reservationUpdates.useUpdates((news) => {
    if (news === null) void load();
  });
  positionUpdates.useUpdates(({ position, trips, now }) => {
    const trip = trips.find((one) => one.id === id);
    if (!trip) return;
    setLatest((before) => {
      if (before?.id !== id) return before;
      const track = appendToTrack(before.tracking.track, position);
      return { id, tracking: { ...before.tracking, position, track, arrival: trip.arrival, now } };
    });
  });

  return {
    tracking: latest?.id === id ? latest.tracking : null,
    failure,
    reload: load,
    isRevoking,
    async revoke() {
      setIsRevoking(true);
      await receiveTracking(
        api.admin.reservations[":id"]["tracking-link"].$delete({ param: { id } }),
      );
      setIsRevoking(false);
    },
  };
}
