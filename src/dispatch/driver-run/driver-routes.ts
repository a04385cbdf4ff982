import { streamEvents } from "../../server/streams";
import {
  type AppContext,
  createRouter,
  describe,
  readIdempotencyKey,
  requireDriver,
  validate,
} from "../../server/http";
import type { MessageNews } from "../../messages/contract";
import {
  DriverReservationsQuery,
  DriverReservationAnswer,
  type ReservationChanged,
  ReservationId,
  DriverList,
} from "../../reservations/contract";
import { Message } from "../../settings/contract";
import { progressReservation } from "../actions";
import { confirmCash } from "./cash-actions";
import { ConfirmCash } from "./cash-contract";
import { DeclineOffer, ProgressReservation } from "../contract";
import { acceptOffer, declineOffer, noteOfferSeen } from "../assignment/offer-actions";
import { listTrips, readTrip } from "../queries";
import { visitStop } from "./stop-actions";
import { VisitStop } from "./stop-contract";
import { Tapped } from "./tap-contract";

const tag = "driver";
const stale = [
  "request.not_found",
  "reservation.stale",
  "reservation.illegal_transition",
  "idempotency.reused",
  "tap.in_future",
  "tap.before_former_step",
  "tap.too_old",
] as const;

function driverOf(c: AppContext) {
  const { accountId, name } = c.var.session;
  return { kind: "driver" as const, id: accountId, name };
}

function answer(c: AppContext, id: string) {
  const reservation = readTrip(c.var.deps, c.var.session.accountId, id);
  return c.json({ reservation } satisfies DriverReservationAnswer);
}

/** What drivers do with their trips, under `/driver`. */
export const driverTripRoutes = createRouter()
  .get(
    "/driver/reservations",
    describe({
      summary: "The driver's trips and open offers of today, later or before",
      tag,
      security: "driver",
      answers: { 200: DriverList },
    }),
    requireDriver,
    validate("query", DriverReservationsQuery),
    (c) => {
      const { deps, session } = c.var;
      const trips = listTrips(deps, session.accountId, c.req.valid("query"));
      return c.json(trips satisfies DriverList);
    },
  )
  .get(
    "/driver/events",
    describe({
      summary: "Server-sent events: changes of the driver's trips and offers, notifications",
      tag,
      security: "driver",
      answers: { 200: "text/event-stream with events named reservation, notification and message" },
      refusals: ["request.too_many"],
    }),
    requireDriver,
    (c) => {
      const { session } = c.var;
      return streamEvents(c, session, (event) => {
        if (event.type === "notification")
          return event.audience === "driver" && event.accountId === session.accountId
            ? { event: "notification", data: {} }
            : null;
        if (event.type === "message") {
          const { reservationId, number, driverId } = event;
          if (driverId !== session.accountId) return null;
          return { event: "message", data: { reservationId, number } satisfies MessageNews };
        }
        if (event.type !== "reservation" || !event.driverIds.includes(session.accountId))
          return null;
        const { id, number, state, version } = event;
        return {
          event: "reservation",
          data: { id, number, state, version } satisfies ReservationChanged,
        };
      });
    },
  )
  .get(
    "/driver/reservations/:id",
    describe({
      summary: "One of the driver's trips or offers",
      tag,
      security: "driver",
      answers: { 200: DriverReservationAnswer },
      refusals: ["request.not_found"],
    }),
    requireDriver,
    validate("param", ReservationId),
    (c) => answer(c, c.req.valid("param").id),
  )
  .post(
    "/driver/reservations/:id/acceptance",
    describe({
      summary: "Takes an offered trip; once with an Idempotency-Key",
      tag,
      security: "driver",
      answers: { 200: DriverReservationAnswer },
      refusals: [
        ...stale,
        "offer.gone",
        "offer.taken",
        "assignment.refused",
        "assignment.driver_overlap",
      ],
    }),
    requireDriver,
    validate("param", ReservationId),
    validate("json", Tapped),
    async (c) => {
      const { id } = c.req.valid("param");
      const tapped = c.req.valid("json");
      await acceptOffer(c.var.deps, driverOf(c), id, tapped, readIdempotencyKey(c));
      return answer(c, id);
    },
  )
  .post(
    "/driver/reservations/:id/refusal",
    describe({
      summary: "Declines an offered trip; once with an Idempotency-Key",
      tag,
      security: "driver",
      answers: { 200: Message },
      refusals: [...stale, "offer.gone", "offer.taken"],
    }),
    requireDriver,
    validate("param", ReservationId),
    validate("json", DeclineOffer),
    async (c) => {
      const { id } = c.req.valid("param");
      const tapped = c.req.valid("json");
      await declineOffer(c.var.deps, driverOf(c), id, tapped, readIdempotencyKey(c));
      return c.json({ message: "Declined" } satisfies Message);
    },
  )
  .post(
    "/driver/reservations/:id/sighting",
    describe({
      summary: "The driver has an offer before their eyes: dispatch sees that; once",
      tag,
      security: "driver",
      answers: { 200: Message },
    }),
    requireDriver,
    validate("param", ReservationId),
    async (c) => {
      await noteOfferSeen(c.var.deps, driverOf(c).id, c.req.valid("param").id);
      return c.json({ message: "Seen" } satisfies Message);
    },
  )
  .post(
    "/driver/reservations/:id/progress",
    describe({
      summary:
        "The step that follows, or a no-show; once with an Idempotency-Key, for the time of the tap",
      tag,
      security: "driver",
      answers: { 200: DriverReservationAnswer },
      refusals: [
        ...stale,
        "boarding.code_required",
        "boarding.wrong_code",
        "boarding.locked",
        "no_show.too_early",
        "tap.too_early",
      ],
    }),
    requireDriver,
    validate("param", ReservationId),
    validate("json", ProgressReservation),
    async (c) => {
      const { id } = c.req.valid("param");
      const tapped = c.req.valid("json");
      await progressReservation(c.var.deps, driverOf(c), id, tapped, readIdempotencyKey(c));
      return answer(c, id);
    },
  )
  .post(
    "/driver/reservations/:id/stops",
    describe({
      summary:
        "A stop on the way is reached, left or skipped; once with an Idempotency-Key, for the time of the tap",
      tag,
      security: "driver",
      answers: { 200: DriverReservationAnswer },
      refusals: [...stale, "stop.not_next"],
    }),
    requireDriver,
    validate("param", ReservationId),
    validate("json", VisitStop),
    async (c) => {
      const { id } = c.req.valid("param");
      await visitStop(c.var.deps, driverOf(c), id, c.req.valid("json"), readIdempotencyKey(c));
      return answer(c, id);
    },
  )
  .post(
    "/driver/reservations/:id/cash",
    describe({
      summary:
        "What was taken in cash, with a reason where another amount was due; once with an Idempotency-Key",
      tag,
      security: "driver",
      answers: { 200: DriverReservationAnswer },
      refusals: [...stale, "cash.not_due", "cash.confirmed"],
    }),
    requireDriver,
    validate("param", ReservationId),
    validate("json", ConfirmCash),
    async (c) => {
      const { id } = c.req.valid("param");
      await confirmCash(c.var.deps, driverOf(c), id, c.req.valid("json"), readIdempotencyKey(c));
      return answer(c, id);
    },
  );
