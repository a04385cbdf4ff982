import { actorOf, createRouter, describe, limitPerSession, requireRider, validate } from "../http";
import { ChangeQuote, ChangeReservation, ChangeTrip } from "../reservations/change-contract";
import { ReservationAnswer, ReservationId } from "../reservations/contract";
import { changeTrip, quoteChange } from "./change-actions";

const tag = "reservations";
const refusals = [
  "request.not_found",
  "reservation.stale",
  "reservation.not_changeable",
  "reservation.change_too_late",
] as const;

/** What riders change of their trips; of this slice, because it knows who drives them. */
export const tripChangeRoutes = createRouter()
  .post(
    "/reservations/:id/change-quote",
    describe({
      summary: "The price of a rider's trip with another time, way or number of passengers",
      tag,
      security: "rider",
      answers: { 200: ChangeQuote },
      refusals: [
        ...refusals,
        "trip.past",
        "trip.time_gap",
        "trip.time_ambiguous",
        "trip.same_place",
        "trip.place_unknown",
        "trip.no_vehicle",
        "request.too_many",
      ],
    }),
    requireRider,
    limitPerSession(60, 60),
    validate("param", ReservationId),
    validate("json", ChangeTrip),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      const quote = await quoteChange(deps, session.accountId, id, input, c.req.raw.signal);
      return c.json(quote satisfies ChangeQuote);
    },
  )
  .put(
    "/reservations/:id",
    describe({
      summary: "Changes a rider's trip as it was quoted, or its note",
      tag,
      security: "rider",
      answers: { 200: ReservationAnswer },
      refusals: [
        ...refusals,
        "quote.expired",
        "quote.refused",
        "promotion.used_up",
        "company.not_member",
        "company.not_approved",
        "company.suspended",
        "company.limit_reached",
        "request.too_many",
      ],
    }),
    requireRider,
    // Each change is a message to the rider, by SMS too, and a notice to the driver.
    limitPerSession(60, 3_600),
    validate("param", ReservationId),
    validate("json", ChangeReservation),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const actor = { ...actorOf(session), id: session.accountId };
      const reservation = await changeTrip(deps, actor, id, c.req.valid("json"));
      return c.json({ reservation } satisfies ReservationAnswer);
    },
  );
