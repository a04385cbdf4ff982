import { approvalRoutes } from "./approvals/approval-routes";
import { createRouter, json } from "../server/calls";
import { AppError } from "../errors";
import { streamEvents } from "../server/streams";
import { JSON_LIMIT_BYTES, limitPerAddress, readIdempotencyKey, readSession } from "../server/http";
import { cancelReservation } from "./actions";
import { createReservation } from "./booking-actions";
import { callForReturnTrip } from "./return-trip-call-actions";
import {
  CancellationPreview,
  CancelReservation,
  MyReservationsQuery,
  RiderReservationAnswer,
  type ReservationChanged,
  RiderList,
  SeenVersion,
} from "./contract";
import { QuoteAnswer, QuoteRequest } from "./quotes/quote-contract";
import type { NewMessageNotice } from "../messages/contract";
import type { TripPosition } from "../tracking/contract";
import { listRiderReservations } from "./list/personal-list-queries";
import { repeatTrip } from "./standing-orders/order-actions";
import { BookReservation } from "./standing-orders/order-contract";
import { previewCancellation } from "./cancellation-queries";
import { readBookedTrip, readReservation } from "./queries";
import { answerQuoteRequest } from "./quotes/return-trip-quotes";
import { documentRoutes } from "./papers/document-routes";
import { feedbackRoutes } from "./feedback/feedback-routes";
import { orderRoutes, dispatchOrderRoutes } from "./standing-orders/order-routes";
import { simulationRoutes } from "./quotes/simulation-routes";
import { priceListRoutes } from "./quotes/price-list-routes";
import { bookingRulesRoutes } from "./quotes/booking-rules-routes";
import { reminderRoutes } from "./messages/reminder-routes";
import { prepayRoutes } from "./prepaying/prepay-routes";
import { termsRoutes } from "./terms/terms-routes";
import { iso } from "../formats/instants";

/** The calls for prices, for everybody, and for the rider's own reservations. */
export const reservationRoutes = createRouter("reservations")
  .post(
    "/quotes",
    "Gives the prices of a trip and its return trip for every class that fits, valid for 15 minutes",
    {
      who: "public",
      body: QuoteRequest,
      answer: QuoteAnswer,
      refuses: [
        "business.not_open",
        "booking.closed",
        "trip.past",
        "trip.too_soon",
        "trip.outside_pickup",
        "trip.outside_dropoff",
        "trip.no_return_trip",
        "trip.return_too_early",
        "trip.time_gap",
        "trip.time_ambiguous",
        "trip.no_vehicle",
        "trip.extra",
      ],
      use: limitPerAddress(120, 60),
    },
    async ({ c, deps, body }) => {
      c.header("Cache-Control", "no-store");
      const riderId = readSession(c, "rider")?.accountId ?? null;
      return await answerQuoteRequest(deps, body, {
        riderId,
        signal: c.req.raw.signal,
      });
    },
  )
  .post(
    "/reservations",
    "Books a quote with its return trip, as a repeating trip if requested; idempotent with an Idempotency-Key",
    {
      who: "named rider",
      body: json(BookReservation, 2 * JSON_LIMIT_BYTES),
      idempotencyKey: "optional",
      created: RiderReservationAnswer,
      refuses: [
        "business.not_open",
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
        "company.reference_pattern",
        "company.not_colleague",
        "company.member_limit",
        "company.limit_reached",
        "card.unknown",
        "terms.stale",
        "idempotency.reused",
        "standing_order.needs_price",
        "standing_order.too_many",
      ],
      use: limitPerAddress(300, 3_600),
    },
    async ({ c, deps, actor, body }) => {
      const key = readIdempotencyKey(c);
      const { repeat, memberId } = body;
      if (repeat && body.returnTrip)
        throw new AppError("request.invalid", {
          fields: { repeat: "Repeat the outbound trip and the return trip separately." },
        });
      if (repeat && memberId)
        throw new AppError("request.invalid", {
          fields: { repeat: "You can’t repeat a trip for a colleague. Only your colleague can." },
        });
      const id = await createReservation(deps, actor, body, key, {
        memberId,
        afterBooking: repeat && ((tx, row) => repeatTrip(tx, deps, actor, row, repeat).rows),
      });
      return { reservation: readBookedTrip(deps, id, actor.id) };
    },
  )
  .get(
    "/reservations",
    "Lists the rider's trips: upcoming, past or cancelled",
    { who: "rider", query: MyReservationsQuery, answer: RiderList },
    ({ deps, actor, query }) => listRiderReservations(deps, actor.id, query),
  )
  .get(
    "/reservations/events",
    "Sends server-sent events: changes to the rider's reservations, and positions of their cars",
    {
      who: "rider",
      answer: "text/event-stream with events named reservation, position and message",
      refuses: ["request.too_many"],
    },
    ({ c, deps, session, actor }) =>
      streamEvents(c, session, (event) => {
        if (event.type === "position") {
          const trip = event.trips.find(({ riderId }) => riderId === actor.id);
          if (!trip) return null;
          return {
            event: "position",
            data: {
              reservationId: trip.id,
              position: event.position,
              arrival: trip.arrival,
              now: iso(deps.now()),
            } satisfies TripPosition,
          };
        }
        if (event.type === "message") {
          const { reservationId, number, riderId } = event;
          if (riderId !== actor.id) return null;
          return { event: "message", data: { reservationId, number } satisfies NewMessageNotice };
        }
        if (event.type !== "reservation" || event.riderId !== actor.id) return null;
        const { id, number, state, version } = event;
        return {
          event: "reservation",
          data: { id, number, state, version } satisfies ReservationChanged,
        };
      }),
  )
  .get(
    "/reservations/:id",
    "Gives one of the rider's reservations with its timeline",
    { who: "rider", answer: RiderReservationAnswer },
    ({ deps, actor, id }) => ({ reservation: readReservation(deps, id, actor) }),
  )
  .get(
    "/reservations/:id/cancellation",
    "Gives the cost of cancelling now",
    { who: "rider", answer: CancellationPreview },
    ({ deps, actor, id }) => previewCancellation(deps, id, actor),
  )
  .post(
    "/reservations/:id/cancellation",
    "Cancels a rider's reservation, and its return trip and other vehicles if requested",
    {
      who: "rider",
      body: CancelReservation,
      answer: RiderReservationAnswer,
      refuses: ["reservation.stale", "reservation.not_cancellable"],
    },
    async ({ deps, actor, id, body }) => {
      await cancelReservation(deps, actor, id, body);
      return {
        reservation: readReservation(deps, id, actor),
      };
    },
  )
  .post(
    "/reservations/:id/call",
    "Starts a return trip that waits for the passenger's call: the pickup is as soon as possible",
    {
      who: "rider",
      body: SeenVersion,
      answer: RiderReservationAnswer,
      refuses: [
        "reservation.stale",
        "reservation.illegal_transition",
        "reservation.call_too_early",
      ],
    },
    async ({ deps, actor, id, body }) => {
      await callForReturnTrip(deps, actor, id, body);
      return {
        reservation: readReservation(deps, id, actor),
      };
    },
  )
  .with(approvalRoutes)
  .with(documentRoutes)
  .with(feedbackRoutes)
  .with(orderRoutes)
  .with(dispatchOrderRoutes)
  .with(simulationRoutes)
  .with(priceListRoutes)
  .with(bookingRulesRoutes)
  .with(prepayRoutes)
  .with(termsRoutes)
  .with(reminderRoutes);
