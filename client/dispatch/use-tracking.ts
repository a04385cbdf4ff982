import { useCallback, useEffect, useRef, useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import type { ReservationTracking } from "../../src/tracking/contract";
import type { Api } from "../api";
import { failureText, LeftScreen, useStaffCall } from "./calls";
import { useLiveNews, useLivePositions } from "./live-line";

export type Followed = ReturnType<typeof useTracking>;

/** Where a reservation's car is and how its link stands: anew with each step, live between them. */
export function useTracking(api: Api, { id, version }: Pick<Reservation, "id" | "version">) {
  const call = useStaffCall();
  const [shown, setShown] = useState<{ id: string; tracking: ReservationTracking } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [revoking, setRevoking] = useState(false);
  const asked = useRef(id);
  asked.current = id;

  const take = useCallback(
    async (answer: Parameters<typeof call<ReservationTracking>>[0]) => {
      try {
        const tracking = await call(answer);
        if (asked.current !== id) return;
        setShown({ id, tracking });
        setFailure(null);
      } catch (error) {
        if (!(error instanceof LeftScreen) && asked.current === id) setFailure(failureText(error));
      }
    },
    [call, id],
  );
  const load = useCallback(
    () => take(api.admin.reservations[":id"].tracking.$get({ param: { id } })),
    [api, id, take],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may be another place
  useEffect(() => {
    void load();
  }, [load, version]);
  useLiveNews((news) => {
    if (news === null) void load();
  });
  useLivePositions(({ position, trips, now }) => {
    const trip = trips.find((one) => one.id === id);
    if (!trip) return;
    setShown((before) =>
      before?.id === id
        ? { id, tracking: { ...before.tracking, position, arrival: trip.arrival, now } }
        : before,
    );
  });

  return {
    tracking: shown?.id === id ? shown.tracking : null,
    failure,
    reload: load,
    revoking,
    async revoke() {
      setRevoking(true);
      await take(api.admin.reservations[":id"]["tracking-link"].$delete({ param: { id } }));
      setRevoking(false);
    },
  };
}
