import { createRouter } from "../../server/calls";
import { CallerList, CallerNote, CallerQuery } from "../../accounts/caller-contract";
import { limitPerSession, readIdempotencyKey } from "../../server/http";
import { QuoteAnswer } from "../../reservations/quotes/quote-contract";
import { bookByPhone, saveRiderNote, quoteForCaller } from "./phone-actions";
import { BookByPhone, CallerCard, PhoneBookingAnswer, PhoneQuoteRequest } from "./phone-contract";
import { readCallerCard, searchCallers } from "./phone-queries";
import { readReservationForDispatch } from "../queries";

/**
 * The API for phone bookings, under `/admin`. Accountants can read trips, but only staff who take calls see whose
 * number it is.
 */
export const phoneRoutes = createRouter("dispatch")
  .get(
    "/admin/callers",
    "Lists at most 8 riders whose phone number, name or e-mail address matches the typed text",
    { who: "trips.manage", query: CallerQuery, answer: CallerList, use: limitPerSession(600, 60) },
    ({ deps, query }) => searchCallers(deps, query.q),
  )
  .get(
    "/admin/callers/:id",
    "Gives a caller's details for booking: note, companies, trips, places",
    { who: "trips.manage", answer: CallerCard },
    ({ deps, id }) => readCallerCard(deps, id),
  )
  .put(
    "/admin/callers/:id/note",
    "Saves dispatch's note on a rider",
    { who: "trips.manage", body: CallerNote, answer: CallerCard },
    async ({ deps, id, body }) => {
      await saveRiderNote(deps, id, body);
      return readCallerCard(deps, id);
    },
  )
  .post(
    "/admin/quotes",
    "Gives the prices of a trip for a caller, valid for 15 minutes. The lead time does not apply",
    {
      who: "trips.manage",
      body: PhoneQuoteRequest,
      answer: QuoteAnswer,
      refuses: [
        "trip.past",
        "trip.time_gap",
        "trip.time_ambiguous",
        "trip.no_vehicle",
        "trip.extra",
        "trip.no_return_trip",
        "trip.return_too_early",
      ],
      use: limitPerSession(300, 60),
    },
    ({ c, deps, body }) => quoteForCaller(deps, body, c.req.raw.signal),
  )
  .post(
    "/admin/reservations",
    "Books a trip for a caller, confirmed at once; idempotent with an Idempotency-Key",
    {
      who: "trips.manage",
      body: BookByPhone,
      idempotencyKey: "optional",
      created: PhoneBookingAnswer,
      refuses: [
        "quote.expired",
        "quote.refused",
        "promotion.used_up",
        "promotion.used_by_rider",
        "company.not_member",
        "company.suspended",
        "company.cost_centre",
        "company.reference_missing",
        "company.reference_pattern",
        "company.member_limit",
        "company.limit_reached",
        "card.unknown",
        "idempotency.reused",
      ],
      use: limitPerSession(600, 3_600),
    },
    async ({ c, deps, actor, body }) => {
      const { id, rider, notified } = await bookByPhone(deps, actor, body, readIdempotencyKey(c));
      const reservation = readReservationForDispatch(deps, id);
      return { reservation, rider, notified };
    },
  );
