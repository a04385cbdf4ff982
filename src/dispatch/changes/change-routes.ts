import { createRouter } from "../../server/calls";
import { limitPerSession } from "../../server/http";
import {
  ChangeQuote,
  ChangeReservation,
  ChangeTrip,
  MakeSameChange,
  SameChange,
  SameChangeResult,
  SameChangeQuote,
} from "../../reservations/change-contract";
import {
  ReservationAnswer,
  ReservationId,
  RiderReservationAnswer,
} from "../../reservations/contract";
import { changeTrip, quoteChange } from "./change-actions";
import { makeSameChange, quoteSameChange } from "./same-change-actions";
import { readReservationForDispatch, readReservationForRider } from "../queries";

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
  "company.reference_pattern",
  "company.member_limit",
  "company.limit_reached",
  "card.unknown",
] as const;

/** Returns the routes that apply a change to other trips too, for either side. */
function sameChangeRoutes(who: "rider" | "trips.manage") {
  const use = limitPerSession(60, 3_600);
  return createRouter("reservations")
    .post(
      "/quote",
      "Gives the price of the same change on the return trip and on other days of a repeating trip",
      { who, param: ReservationId, body: SameChange, answer: SameChangeQuote, use },
      ({ c, deps, actor, id, body }) => quoteSameChange(deps, actor, id, body, c.req.raw.signal),
    )
    .post(
      "/",
      "Changes the return trip, or other days of a repeating trip, in the same way, and lists those that could not be changed",
      {
        who,
        param: ReservationId,
        body: MakeSameChange,
        answer: SameChangeResult,
        refuses: [
          "standing_order.stale",
          "standing_order.not_active",
          ...(who === "rider"
            ? (["company.not_member", "company.not_approved", "company.suspended"] as const)
            : []),
        ],
        use,
      },
      ({ c, deps, actor, id, body }) => makeSameChange(deps, actor, id, body, c.req.raw.signal),
    );
}

/**
 * The API for changes of trips by riders and dispatch. It belongs to this slice because a change can affect the driver.
 */
export const tripChangeRoutes = createRouter("reservations")
  .post(
    "/reservations/:id/change-quote",
    "Gives the price of a rider's trip with another time, route, class, extras or number of passengers",
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
    "Changes a rider's trip by a change quote, or changes its note, flight, sign, passenger or payment",
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
      return { reservation: readReservationForRider(deps, actor.id, id) };
    },
  )
  .post(
    "/admin/reservations/:id/change-quote",
    "Gives the price of a changed trip, for dispatch. The lead time does not apply",
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
    "Changes a trip by a change quote, or changes its note, flight, sign, passenger or payment",
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
      return { reservation: readReservationForDispatch(deps, id) };
    },
  )
  .with(sameChangeRoutes("rider"), "/reservations/:id/same-change")
  .with(sameChangeRoutes("trips.manage"), "/admin/reservations/:id/same-change");
