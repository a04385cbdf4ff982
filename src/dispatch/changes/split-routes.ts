import { createRouter } from "../../server/calls";
import { limitPerSession, readIdempotencyKey } from "../../server/http";
import { readReservationForDispatch } from "../queries";
import { quoteSplit, splitReservation } from "./split-actions";
import { SplitAnswer, SplitQuote, SplitRequest, SplitReservation } from "./split-contract";

const refusals = ["reservation.stale", "assignment.no_split"] as const;

/** The API for splitting a reservation, under `/admin`. */
export const splitRoutes = createRouter("dispatch")
  .post(
    "/admin/reservations/:id/split-quote",
    "Gives the prices of both reservations after a split",
    {
      who: "trips.manage",
      body: SplitRequest,
      answer: SplitQuote,
      refuses: [...refusals, "trip.no_vehicle", "trip.place_unknown"],
      use: limitPerSession(300, 60),
    },
    ({ c, deps, id, body }) => quoteSplit(deps, id, body, c.req.raw.signal),
  )
  .post(
    "/admin/reservations/:id/split",
    "Splits a reservation in two at the quoted prices; idempotent with an Idempotency-Key",
    {
      who: "trips.manage",
      body: SplitReservation,
      created: SplitAnswer,
      refuses: [
        ...refusals,
        "quote.expired",
        "quote.refused",
        "company.suspended",
        "company.limit_reached",
        "idempotency.reused",
      ],
      use: limitPerSession(60, 3_600),
    },
    async ({ c, deps, actor, id, body }) => {
      const key = readIdempotencyKey(c);
      const created = await splitReservation(deps, actor, id, body, key);
      return { reservation: readReservationForDispatch(deps, id), created };
    },
  );
