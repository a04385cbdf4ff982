import {
  createRouter,
  describe,
  limitPerSession,
  readIdempotencyKey,
  requirePermission,
  validate,
} from "../../server/http";
import { ReservationId } from "../../reservations/contract";
import { readForDispatch } from "../queries";
import { quoteSplit, splitReservation } from "./split-actions";
import { SplitAnswer, SplitQuote, SplitRequest, SplitReservation } from "./split-contract";

const tag = "dispatch";
const refusals = [
  "request.forbidden",
  "request.not_found",
  "request.too_many",
  "reservation.stale",
  "assignment.no_split",
] as const;

/** Two reservations of one, under `/admin`. */
export const splitRoutes = createRouter()
  .post(
    "/admin/reservations/:id/split-quote",
    describe({
      summary: "What both would cost if some passengers left for a reservation of their own",
      tag,
      security: "admin",
      answers: { 200: SplitQuote },
      refusals: [...refusals, "trip.no_vehicle", "trip.place_unknown"],
    }),
    requirePermission("trips.run"),
    limitPerSession(300, 60),
    validate("param", ReservationId),
    validate("json", SplitRequest),
    async (c) => {
      const { id } = c.req.valid("param");
      const quote = await quoteSplit(c.var.deps, id, c.req.valid("json"), c.req.raw.signal);
      return c.json(quote satisfies SplitQuote);
    },
  )
  .post(
    "/admin/reservations/:id/split",
    describe({
      summary: "Makes two reservations of one as quoted; idempotent with an Idempotency-Key",
      tag,
      security: "admin",
      answers: { 201: SplitAnswer },
      refusals: [
        ...refusals,
        "quote.expired",
        "quote.refused",
        "company.suspended",
        "company.limit_reached",
        "idempotency.reused",
      ],
    }),
    requirePermission("trips.run"),
    limitPerSession(60, 3_600),
    validate("param", ReservationId),
    validate("json", SplitReservation),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const actor = { kind: "admin" as const, id: session.accountId, name: session.name };
      const key = readIdempotencyKey(c);
      const created = await splitReservation(deps, actor, id, c.req.valid("json"), key);
      return c.json({ reservation: readForDispatch(deps, id), created } satisfies SplitAnswer, 201);
    },
  );
