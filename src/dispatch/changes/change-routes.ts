import {
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
  requireRider,
  validate,
} from "../../server/http";
import { ChangeQuote, ChangeReservation, ChangeTrip } from "../../reservations/change-contract";
import {
  ReservationAnswer,
  ReservationId,
  RiderReservationAnswer,
} from "../../reservations/contract";
import { changeTrip, quoteChange } from "./change-actions";
import { readForDispatch, readForRider } from "../queries";

const tag = "reservations";
const refusals = [
  "request.not_found",
  "reservation.stale",
  "reservation.not_changeable",
  "reservation.change_too_late",
] as const;

const ofDispatch = [
  "request.forbidden",
  "request.not_found",
  "reservation.stale",
  "reservation.not_changeable",
] as const;
const ofQuote = [
  "trip.past",
  "trip.time_gap",
  "trip.time_ambiguous",
  "trip.same_place",
  "trip.place_unknown",
  "trip.no_vehicle",
  "request.too_many",
] as const;

/** What riders, and dispatch for them, change of trips; of this slice, because it knows who drives them. */
export const tripChangeRoutes = createRouter()
  .post(
    "/reservations/:id/change-quote",
    describe({
      summary: "The price of a rider's trip with another time, way or number of passengers",
      tag,
      security: "rider",
      answers: { 200: ChangeQuote },
      refusals: [...refusals, ...ofQuote, "trip.outside_pickup", "trip.outside_dropoff"],
    }),
    requireRider,
    limitPerSession(60, 60),
    validate("param", ReservationId),
    validate("json", ChangeTrip),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      const quote = await quoteChange(
        deps,
        { kind: "rider", id: session.accountId },
        id,
        input,
        c.req.raw.signal,
      );
      return c.json(quote satisfies ChangeQuote);
    },
  )
  .put(
    "/reservations/:id",
    describe({
      summary: "Changes a rider's trip as it was quoted, or its note",
      tag,
      security: "rider",
      answers: { 200: RiderReservationAnswer },
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
      const actor = { kind: "rider" as const, id: session.accountId, name: session.name };
      await changeTrip(deps, actor, id, c.req.valid("json"));
      const reservation = readForRider(deps, session.accountId, id);
      return c.json({ reservation } satisfies RiderReservationAnswer);
    },
  )
  .post(
    "/admin/reservations/:id/change-quote",
    describe({
      summary: "The price of a trip as dispatch would change it, within the lead time too",
      tag: "dispatch",
      security: "admin",
      answers: { 200: ChangeQuote },
      refusals: [...ofDispatch, ...ofQuote],
    }),
    requirePermission("trips.run"),
    limitPerSession(300, 60),
    validate("param", ReservationId),
    validate("json", ChangeTrip),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      const by = { kind: "admin" as const, id: c.var.session.accountId };
      const quote = await quoteChange(c.var.deps, by, id, input, c.req.raw.signal);
      return c.json(quote satisfies ChangeQuote);
    },
  )
  .put(
    "/admin/reservations/:id",
    describe({
      summary: "Changes a trip as it was quoted to dispatch, or its note",
      tag: "dispatch",
      security: "admin",
      answers: { 200: ReservationAnswer },
      refusals: [
        ...ofDispatch,
        "quote.expired",
        "quote.refused",
        "promotion.used_up",
        "company.limit_reached",
        "request.too_many",
      ],
    }),
    requirePermission("trips.run"),
    limitPerSession(300, 3_600),
    validate("param", ReservationId),
    validate("json", ChangeReservation),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const actor = { kind: "admin" as const, id: session.accountId, name: session.name };
      await changeTrip(deps, actor, id, c.req.valid("json"));
      return c.json({ reservation: readForDispatch(deps, id) } satisfies ReservationAnswer);
    },
  );
