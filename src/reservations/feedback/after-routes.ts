import {
  actorOf,
  type AppContext,
  createRouter,
  describe,
  limitPerSession,
  requireDriver,
  requirePermission,
  requireRider,
  validate,
} from "../../server/http";
import { Message } from "../../settings/contract";
import { rateTrip, seeRating, tipTrip } from "./after-actions";
import {
  Afterwards,
  DriverAverage,
  RatedTrips,
  RateTrip,
  RatingsQuery,
  TipTrip,
} from "./after-contract";
import { driverAverage, listRatings, readAfterwards } from "./after-queries";
import { ReservationId } from "../contract";

function riderOf(c: AppContext) {
  const { accountId, name } = c.var.session;
  return { kind: "rider" as const, id: accountId, name };
}

function afterwards(c: AppContext, id: string) {
  const answer = readAfterwards(c.var.deps, c.var.session.accountId, id);
  return c.json(answer satisfies Afterwards);
}

/** What comes after a trip: the rider's rating and tip, and what drivers and dispatch learn of it. */
export const afterRoutes = createRouter()
  .get(
    "/reservations/:id/afterwards",
    describe({
      summary: "What the rider can say and give after a trip",
      tag: "reservations",
      security: "rider",
      answers: { 200: Afterwards },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", ReservationId),
    (c) => afterwards(c, c.req.valid("param").id),
  )
  .put(
    "/reservations/:id/rating",
    describe({
      summary: "Rates a trip; for a week the rating can be changed",
      tag: "reservations",
      security: "rider",
      answers: { 200: Afterwards },
      refusals: ["request.not_found", "rating.closed", "request.too_many"],
    }),
    requireRider,
    limitPerSession(60, 3_600),
    validate("param", ReservationId),
    validate("json", RateTrip),
    async (c) => {
      const { id } = c.req.valid("param");
      await rateTrip(c.var.deps, riderOf(c), id, c.req.valid("json"));
      return afterwards(c, id);
    },
  )
  .put(
    "/reservations/:id/tip",
    describe({
      summary: "Gives a tip, changes it, or takes it back with 0",
      tag: "reservations",
      security: "rider",
      answers: { 200: Afterwards },
      refusals: [
        "request.not_found",
        "reservation.stale",
        "tip.closed",
        "tip.settled",
        "tip.too_much",
        "company.invoiced",
        "company.not_member",
        "company.not_approved",
        "company.suspended",
        "company.limit_reached",
        "request.too_many",
      ],
    }),
    requireRider,
    limitPerSession(60, 3_600),
    validate("param", ReservationId),
    validate("json", TipTrip),
    async (c) => {
      const { id } = c.req.valid("param");
      await tipTrip(c.var.deps, riderOf(c), id, c.req.valid("json"));
      return afterwards(c, id);
    },
  )
  .get(
    "/driver/rating",
    describe({
      summary: "The average of the driver's last 100 ratings, from 5 on",
      tag: "driver",
      security: "driver",
      answers: { 200: DriverAverage },
    }),
    requireDriver,
    (c) => {
      const { deps, session } = c.var;
      return c.json(driverAverage(deps, session.accountId) satisfies DriverAverage);
    },
  )
  .get(
    "/admin/ratings",
    describe({
      summary: "Ratings of a trip, of a driver, or the low ones that nobody has looked at",
      tag: "dispatch",
      security: "admin",
      answers: { 200: RatedTrips },
      refusals: ["request.forbidden"],
    }),
    requirePermission("trips.run"),
    validate("query", RatingsQuery),
    (c) => c.json(listRatings(c.var.deps, c.req.valid("query")) satisfies RatedTrips),
  )
  .get(
    "/admin/drivers/:id/rating",
    describe({
      summary: "The average of a driver's last 100 ratings, as the driver sees it",
      tag: "dispatch",
      security: "admin",
      answers: { 200: DriverAverage },
      refusals: ["request.forbidden"],
    }),
    requirePermission("trips.run"),
    validate("param", ReservationId),
    (c) => c.json(driverAverage(c.var.deps, c.req.valid("param").id) satisfies DriverAverage),
  )
  .post(
    "/admin/ratings/:id/seen",
    describe({
      summary: "Notes that somebody has looked at a trip's rating",
      tag: "dispatch",
      security: "admin",
      answers: { 200: Message },
      refusals: ["request.not_found"],
    }),
    requirePermission("trips.run"),
    validate("param", ReservationId),
    async (c) => {
      await seeRating(c.var.deps, actorOf(c.var.session), c.req.valid("param").id);
      return c.json({ message: "Seen" } satisfies Message);
    },
  );
