import { createRouter } from "../server/calls";
import { TripAttention } from "./attention-contract";
import { readTripAttention } from "./attention-queries";
import { DriversOnDuty, ReservationTracking } from "./contract";
import { listDriversOnDuty } from "./fleet-queries";
import { revokeLink } from "./link-actions";
import { readReservationTracking } from "./link-queries";

/** The positions of all drivers, under `/admin`. */
export const dispatchTrackingRoutes = createRouter("dispatch")
  .get(
    "/admin/positions",
    "Lists the drivers who are on shift or on a trip, with their last positions",
    { who: "dispatch.view", answer: DriversOnDuty },
    ({ deps }) => listDriversOnDuty(deps),
  )
  .get(
    "/admin/attention",
    "Lists drivers who are standing still or have not set off, trips without a driver, and flights with a new time",
    { who: "dispatch.view", answer: TripAttention },
    ({ deps }) => readTripAttention(deps),
  )
  .get(
    "/admin/reservations/:id/tracking",
    "Gives a trip's position, arrival and track, and the state of its tracking link",
    { who: "dispatch.view", answer: ReservationTracking },
    ({ deps, id }) => readReservationTracking(deps, id),
  )
  .delete(
    "/admin/reservations/:id/tracking-link",
    "Revokes the tracking link of a trip",
    { who: "trips.manage", answer: ReservationTracking },
    async ({ deps, actor, id }) => {
      await revokeLink(deps, { kind: "admin", actor: actor }, id);
      return readReservationTracking(deps, id);
    },
  );
