import { createRouter } from "../../server/calls";
import { limitPerSession } from "../../server/http";
import { ChangeQuote, ChangeReservation, ChangeTrip } from "../../reservations/change-contract";
import { ReservationAnswer, RiderReservationAnswer } from "../../reservations/contract";
import { changeTrip, quoteChange } from "./change-actions";
import { readForDispatch, readForRider } from "../queries";

const refusals = [
  "reservation.stale",
  "reservation.not_changeable",
  "reservation.change_too_late",
] as const;

const dispatchRefusals = ["reservation.stale", "reservation.not_changeable"] as const;
const quoteRefusals = [
  "trip.past",
  "trip.time_gap",
  "trip.time_ambiguous",
  "trip.same_place",
  "trip.place_unknown",
  "trip.no_vehicle",
  "trip.extra",
] as const;
const paymentRefusals = [
  "payment.paid_already",
  "company.invoiced",
  "company.not_member",
  "company.suspended",
  "company.cost_centre",
  "company.reference_missing",
  "company.limit_reached",
  "card.unknown",
] as const;

/** Changes of trips by riders and dispatch; in this slice because it knows the drivers. */
export const tripChangeRoutes = createRouter("reservations")
  .post(
    "/reservations/:id/change-quote",
    "The price of a rider's trip with another time, route, class, extras or number of passengers",
    {
      who: "rider",
      body: ChangeTrip,
      answer: ChangeQuote,
      refuses: [...refusals, ...quoteRefusals, "trip.outside_pickup", "trip.outside_dropoff"],
      use: limitPerSession(60, 60),
    },
    ({ c, deps, actor, id, body }) =>
      quoteChange(deps, { kind: "rider", id: actor.id }, id, body, c.req.raw.signal),
  )
  .put(
    "/reservations/:id",
    "Changes a rider's trip by a quote, or what costs nothing: note, flight, sign, passenger, payment",
    {
      who: "rider",
      body: ChangeReservation,
      answer: RiderReservationAnswer,
      refuses: [
        ...refusals,
        "quote.expired",
        "quote.refused",
        "promotion.used_up",
        "company.not_approved",
        "payment.by_phone",
        ...paymentRefusals,
      ],
      // Each change sends a message to the rider, also by SMS, and a notice to the driver.
      use: limitPerSession(60, 3_600),
    },
    async ({ deps, actor, id, body }) => {
      await changeTrip(deps, actor, id, body);
      return { reservation: readForRider(deps, actor.id, id) };
    },
  )
  .post(
    "/admin/reservations/:id/change-quote",
    "The price of a changed trip, for dispatch; the lead time does not apply",
    {
      who: "trips.manage",
      body: ChangeTrip,
      answer: ChangeQuote,
      refuses: [...dispatchRefusals, ...quoteRefusals],
      use: limitPerSession(300, 60),
    },
    ({ c, deps, actor, id, body }) => quoteChange(deps, actor, id, body, c.req.raw.signal),
  )
  .put(
    "/admin/reservations/:id",
    "Changes a trip by a quote, or what costs nothing: note, flight, sign, passenger, payment",
    {
      who: "trips.manage",
      body: ChangeReservation,
      answer: ReservationAnswer,
      refuses: [
        ...dispatchRefusals,
        "quote.expired",
        "quote.refused",
        "promotion.used_up",
        ...paymentRefusals,
      ],
      use: limitPerSession(300, 3_600),
    },
    async ({ deps, actor, id, body }) => {
      await changeTrip(deps, actor, id, body);
      return { reservation: readForDispatch(deps, id) };
    },
  );
