import { createRouter } from "../../server/calls";
import { limitPerSession, readIdempotencyKey } from "../../server/http";
import {
  DriverReservationAnswer,
  ReservationAnswer,
  RiderReservationAnswer,
  SeenVersion,
} from "../../reservations/contract";
import { requestBoarding, setBoardingCodeRule, confirmBoarding } from "./boarding-actions";
import { RequestBoarding, SetBoardingCodeRule } from "./boarding-contract";
import { readReservationForDispatch, readReservationForRider, readTripForDriver } from "../queries";

const refusals = ["reservation.stale", "boarding.not_now"] as const;

/** The API for the trip code, for rider, driver and dispatch. */
export const boardingRoutes = createRouter("boarding")
  .put(
    "/reservations/:id/boarding",
    "Changes whether boarding needs the trip's code",
    {
      who: "rider",
      body: SetBoardingCodeRule,
      answer: RiderReservationAnswer,
      refuses: refusals,
      use: limitPerSession(30, 60),
    },
    async ({ deps, actor, id, body }) => {
      await setBoardingCodeRule(deps, actor, id, body);
      return { reservation: readReservationForRider(deps, actor.id, id) };
    },
  )
  .post(
    "/driver/reservations/:id/boarding",
    "Asks dispatch to confirm a passenger without a code; idempotent with an Idempotency-Key. The time of the driver's tap counts",
    {
      who: "driver",
      body: RequestBoarding,
      answer: DriverReservationAnswer,
      refuses: [
        ...refusals,
        "idempotency.reused",
        "tap.in_future",
        "tap.before_former_step",
        "tap.too_old",
      ],
      use: limitPerSession(30, 60),
    },
    async ({ c, deps, actor, id, body }) => {
      await requestBoarding(deps, actor, id, body, readIdempotencyKey(c));
      return { reservation: readTripForDriver(deps, actor.id, id) };
    },
  )
  .post(
    "/admin/reservations/:id/boarding",
    "Confirms the passenger, so that the driver doesn't need a code",
    { who: "trips.manage", body: SeenVersion, answer: ReservationAnswer, refuses: refusals },
    async ({ deps, actor, id, body }) => {
      await confirmBoarding(deps, actor, id, body.version);
      return { reservation: readReservationForDispatch(deps, id) };
    },
  );
