import type { ReservationState } from "../../../src/reservations/contract";
import { ArrivalCountdown } from "../../ui/arrival-countdown";
import { isStale, useServerTime } from "../../ui/server-time";
import { PositionAge } from "../../ui/position-age";
import type { LastPosition } from "./use-last-position";

/** Minutes until the car arrives, and when it was last seen. */
export function CarArrival({
  lastPosition: { position, arrival, now: serverNow },
  state,
  timeZone,
}: {
  lastPosition: LastPosition;
  state: ReservationState;
  timeZone: string;
}) {
  const now = useServerTime(serverNow);
  return (
    <div className="mt-5 grid gap-3">
      {arrival && !isStale(position, now) && (
        <ArrivalCountdown
          arrival={arrival}
          now={now}
          timeZone={timeZone}
          where={state === "passenger_on_board" ? "dropoff" : "pickup"}
        />
      )}
      <PositionAge now={now} position={position} />
    </div>
  );
}
