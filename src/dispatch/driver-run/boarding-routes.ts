import {
  actorOf,
  createRouter,
  describe,
  limitPerSession,
  readIdempotencyKey,
  requireDriver,
  requirePermission,
  requireRider,
  validate,
} from "../../server/http";
import {
  DriverReservationAnswer,
  ReservationAnswer,
  ReservationId,
  RiderReservationAnswer,
  SeenVersion,
} from "../../reservations/contract";
import { askForBoarding, chooseBoarding, confirmBoarding } from "./boarding-actions";
import { AskForBoarding, ChooseBoarding } from "./boarding-contract";
import { readForDispatch, readForRider, readTrip } from "../queries";

const refusals = ["request.not_found", "reservation.stale", "boarding.not_now"] as const;

/** How rider, driver and dispatch agree on who boards. */
export const boardingRoutes = createRouter()
  .put(
    "/reservations/:id/boarding",
    describe({
      summary: "Whether the rider boards only with the code of the trip",
      tag: "reservations",
      security: "rider",
      answers: { 200: RiderReservationAnswer },
      refusals,
    }),
    requireRider,
    limitPerSession(30, 60),
    validate("param", ReservationId),
    validate("json", ChooseBoarding),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const rider = { kind: "rider" as const, id: session.accountId, name: session.name };
      await chooseBoarding(deps, rider, id, c.req.valid("json"));
      const reservation = readForRider(deps, session.accountId, id);
      return c.json({ reservation } satisfies RiderReservationAnswer);
    },
  )
  .post(
    "/driver/reservations/:id/boarding",
    describe({
      summary:
        "Asks dispatch to confirm a passenger who has no code; once with an Idempotency-Key, for the time of the tap",
      tag: "driver",
      security: "driver",
      answers: { 200: DriverReservationAnswer },
      refusals: [
        ...refusals,
        "idempotency.reused",
        "tap.in_future",
        "tap.before_former_step",
        "tap.too_old",
      ],
    }),
    requireDriver,
    limitPerSession(30, 60),
    validate("param", ReservationId),
    validate("json", AskForBoarding),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const driver = { kind: "driver" as const, id: session.accountId, name: session.name };
      await askForBoarding(deps, driver, id, c.req.valid("json"), readIdempotencyKey(c));
      const reservation = readTrip(deps, session.accountId, id);
      return c.json({ reservation } satisfies DriverReservationAnswer);
    },
  )
  .post(
    "/admin/reservations/:id/boarding",
    describe({
      summary: "Confirms the passenger: the driver needs no code any more",
      tag: "dispatch",
      security: "admin",
      answers: { 200: ReservationAnswer },
      refusals,
    }),
    requirePermission("trips.run"),
    validate("param", ReservationId),
    validate("json", SeenVersion),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await confirmBoarding(deps, actorOf(session), id, c.req.valid("json").version);
      return c.json({ reservation: readForDispatch(deps, id) } satisfies ReservationAnswer);
    },
  );
