import { AppError } from "../errors";
import { streamEvents } from "../server/streams";
import {
  actorOf,
  createRouter,
  describe,
  JSON_LIMIT_BYTES,
  limitPerAddress,
  readIdempotencyKey,
  readSession,
  requireNamedRider,
  requireRider,
  validate,
} from "../server/http";
import { cancelReservation } from "./actions";
import { createReservation } from "./booking-actions";
import { callForWayBack } from "./call-actions";
import {
  CancellationPreview,
  CancelReservation,
  MyReservationsQuery,
  QuoteAnswer,
  QuoteRequest,
  RiderReservationAnswer,
  type ReservationChanged,
  ReservationId,
  RiderList,
  SeenVersion,
} from "./contract";
import type { MessageNews } from "../messages/contract";
import type { TripPosition } from "../tracking/contract";
import { listRiderReservations } from "./list/personal-list-queries";
import { repeatTrip } from "./standing-orders/order-actions";
import { BookReservation } from "./standing-orders/order-contract";
import { previewCancellation, readReservation } from "./queries";
import { quoteRequest } from "./quotes/way-back-quotes";
import { documentRoutes } from "./papers/document-routes";
import { afterRoutes } from "./feedback/after-routes";
import { orderRoutes, dispatchOrderRoutes } from "./standing-orders/order-routes";
import { simulationRoutes } from "./quotes/simulation-routes";
import { priceListRoutes } from "./quotes/price-list-routes";
import { bookingRulesRoutes } from "./quotes/booking-rules-routes";

const tag = "reservations";

/** Prices for everybody, and the rider's own reservations. */
export const reservationRoutes = createRouter()
  .post(
    "/quotes",
    describe({
      summary: "Prices of a trip and its way back for every class that fits, for 15 minutes",
      tag,
      security: "public",
      answers: { 200: QuoteAnswer },
      refusals: [
        "booking.closed",
        "trip.past",
        "trip.too_soon",
        "trip.outside_pickup",
        "trip.outside_dropoff",
        "trip.no_way_back",
        "trip.return_too_early",
        "trip.time_gap",
        "trip.time_ambiguous",
        "trip.no_vehicle",
        "trip.extra",
      ],
    }),
    limitPerAddress(120, 60),
    validate("json", QuoteRequest),
    async (c) => {
      c.header("Cache-Control", "no-store");
      const rider = readSession(c, "rider")?.accountId ?? null;
      const answer = await quoteRequest(c.var.deps, c.req.valid("json"), {
        riderId: rider,
        signal: c.req.raw.signal,
      });
      return c.json(answer satisfies QuoteAnswer);
    },
  )
  .post(
    "/reservations",
    describe({
      summary:
        "Books what a quote offered, both ways or none, also to be repeated; idempotent with an Idempotency-Key",
      tag,
      security: "rider",
      answers: { 201: RiderReservationAnswer },
      refusals: [
        "profile.incomplete",
        "booking.closed",
        "quote.expired",
        "quote.refused",
        "promotion.used_up",
        "promotion.used_by_rider",
        "company.not_member",
        "company.not_approved",
        "company.suspended",
        "company.cost_centre",
        "company.reference_missing",
        "company.limit_reached",
        "idempotency.reused",
        "standing_order.needs_price",
        "standing_order.too_many",
        "request.too_many",
      ],
    }),
    requireNamedRider,
    limitPerAddress(300, 3_600),
    // Two signed quotes with the way that each measured.
    validate("json", BookReservation, 2 * JSON_LIMIT_BYTES),
    async (c) => {
      const { deps, session } = c.var;
      const key = readIdempotencyKey(c);
      const actor = { kind: "rider" as const, id: session.accountId, name: session.name };
      const booking = c.req.valid("json");
      const { repeat } = booking;
      if (repeat && booking.wayBack)
        throw new AppError("request.invalid", {
          fields: { repeat: "Repeat the way there and the way back one after the other." },
        });
      const id = await createReservation(
        deps,
        actor,
        booking,
        key,
        repeat && ((tx, row) => repeatTrip(tx, deps, actor, row, repeat).rows),
      );
      const reservation = readReservation(deps, id, { kind: "rider", id: session.accountId });
      return c.json({ reservation } satisfies RiderReservationAnswer, 201);
    },
  )
  .get(
    "/reservations",
    describe({
      summary: "The rider's trips: upcoming, past or cancelled",
      tag,
      security: "rider",
      answers: { 200: RiderList },
    }),
    requireRider,
    validate("query", MyReservationsQuery),
    (c) => {
      const { deps, session } = c.var;
      const found = listRiderReservations(deps, session.accountId, c.req.valid("query"));
      return c.json(found satisfies RiderList);
    },
  )
  .get(
    "/reservations/events",
    describe({
      summary: "Server-sent events: changes of the rider's reservations, positions of their cars",
      tag,
      security: "rider",
      answers: { 200: "text/event-stream with events named reservation, position and message" },
      refusals: ["request.too_many"],
    }),
    requireRider,
    (c) => {
      const { deps, session } = c.var;
      return streamEvents(c, session, (event) => {
        if (event.type === "position") {
          const trip = event.trips.find(({ riderId }) => riderId === session.accountId);
          if (!trip) return null;
          return {
            event: "position",
            data: {
              reservationId: trip.id,
              position: event.position,
              arrival: trip.arrival,
              now: new Date(deps.now()).toISOString(),
            } satisfies TripPosition,
          };
        }
        if (event.type === "message") {
          const { reservationId, number, riderId } = event;
          if (riderId !== session.accountId) return null;
          return { event: "message", data: { reservationId, number } satisfies MessageNews };
        }
        if (event.type !== "reservation" || event.riderId !== session.accountId) return null;
        const { id, number, state, version } = event;
        return {
          event: "reservation",
          data: { id, number, state, version } satisfies ReservationChanged,
        };
      });
    },
  )
  .get(
    "/reservations/:id",
    describe({
      summary: "One of the rider's reservations with its timeline",
      tag,
      security: "rider",
      answers: { 200: RiderReservationAnswer },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", ReservationId),
    (c) => {
      const { deps, session } = c.var;
      const viewer = { kind: "rider" as const, id: session.accountId };
      const reservation = readReservation(deps, c.req.valid("param").id, viewer);
      return c.json({ reservation } satisfies RiderReservationAnswer);
    },
  )
  .get(
    "/reservations/:id/cancellation",
    describe({
      summary: "What cancelling now would cost",
      tag,
      security: "rider",
      answers: { 200: CancellationPreview },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", ReservationId),
    (c) => {
      const { deps, session } = c.var;
      const viewer = { kind: "rider" as const, id: session.accountId };
      const preview = previewCancellation(deps, c.req.valid("param").id, viewer);
      return c.json(preview satisfies CancellationPreview);
    },
  )
  .post(
    "/reservations/:id/cancellation",
    describe({
      summary: "Cancels a reservation of the rider",
      tag,
      security: "rider",
      answers: { 200: RiderReservationAnswer },
      refusals: ["request.not_found", "reservation.stale", "reservation.not_cancellable"],
    }),
    requireRider,
    validate("param", ReservationId),
    validate("json", CancelReservation),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await cancelReservation(deps, actorOf(session), id, c.req.valid("json"));
      const viewer = { kind: "rider" as const, id: session.accountId };
      return c.json({
        reservation: readReservation(deps, id, viewer),
      } satisfies RiderReservationAnswer);
    },
  )
  .post(
    "/reservations/:id/call",
    describe({
      summary: "The passenger of a way back without a time is ready: as soon as possible now",
      tag,
      security: "rider",
      answers: { 200: RiderReservationAnswer },
      refusals: [
        "request.not_found",
        "reservation.stale",
        "reservation.illegal_transition",
        "reservation.call_too_early",
      ],
    }),
    requireRider,
    validate("param", ReservationId),
    validate("json", SeenVersion),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await callForWayBack(deps, actorOf(session), id, c.req.valid("json"));
      const viewer = { kind: "rider" as const, id: session.accountId };
      return c.json({
        reservation: readReservation(deps, id, viewer),
      } satisfies RiderReservationAnswer);
    },
  )
  .route("/", documentRoutes)
  .route("/", afterRoutes)
  .route("/", orderRoutes)
  .route("/", dispatchOrderRoutes)
  .route("/", simulationRoutes)
  .route("/", priceListRoutes)
  .route("/", bookingRulesRoutes);
