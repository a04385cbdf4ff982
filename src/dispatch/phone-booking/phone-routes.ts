import { CallerId, CallerList, CallerNote, CallerQuery } from "../../accounts/caller-contract";
import {
  actorOf,
  createRouter,
  describe,
  limitPerSession,
  readIdempotencyKey,
  requirePermission,
  validate,
} from "../../server/http";
import { QuoteAnswer } from "../../reservations/contract";
import { bookByPhone, keepCallerNote, quoteForCaller } from "./phone-actions";
import { BookByPhone, CallerCard, PhoneBookingAnswer, PhoneQuoteRequest } from "./phone-contract";
import { readCallerCard, searchCallers } from "./phone-queries";
import { readForDispatch } from "../queries";

const tag = "dispatch";
/** Accountants read trips; whose number is whose is for those who take calls. */
const requireDispatcher = requirePermission("trips.run");

/** Bookings on the telephone, under `/admin`. */
export const phoneRoutes = createRouter()
  .get(
    "/admin/callers",
    describe({
      summary: "Riders that fit a number, name or e-mail address as far as it is typed, 8 at most",
      tag,
      security: "admin",
      answers: { 200: CallerList },
      refusals: ["request.forbidden", "request.too_many"],
    }),
    requireDispatcher,
    limitPerSession(600, 60),
    validate("query", CallerQuery),
    (c) => c.json(searchCallers(c.var.deps, c.req.valid("query").q) satisfies CallerList),
  )
  .get(
    "/admin/callers/:id",
    describe({
      summary: "What helps to book for a rider who calls: note, companies, trips, places",
      tag,
      security: "admin",
      answers: { 200: CallerCard },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    requireDispatcher,
    validate("param", CallerId),
    (c) => c.json(readCallerCard(c.var.deps, c.req.valid("param").id) satisfies CallerCard),
  )
  .put(
    "/admin/callers/:id/note",
    describe({
      summary: "Keeps what dispatch wants to know when this rider calls",
      tag,
      security: "admin",
      answers: { 200: CallerCard },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    requireDispatcher,
    validate("param", CallerId),
    validate("json", CallerNote),
    async (c) => {
      const { id } = c.req.valid("param");
      await keepCallerNote(c.var.deps, id, c.req.valid("json"));
      return c.json(readCallerCard(c.var.deps, id) satisfies CallerCard);
    },
  )
  .post(
    "/admin/quotes",
    describe({
      summary: "Prices of a trip for a caller, within the lead time too, for 15 minutes",
      tag,
      security: "admin",
      answers: { 200: QuoteAnswer },
      refusals: [
        "request.forbidden",
        "request.too_many",
        "trip.past",
        "trip.time_gap",
        "trip.time_ambiguous",
        "trip.no_vehicle",
        "trip.extra",
      ],
    }),
    requireDispatcher,
    limitPerSession(300, 60),
    validate("json", PhoneQuoteRequest),
    async (c) => {
      const answer = await quoteForCaller(c.var.deps, c.req.valid("json"), c.req.raw.signal);
      return c.json(answer satisfies QuoteAnswer);
    },
  )
  .post(
    "/admin/reservations",
    describe({
      summary: "Books for a caller, confirmed at once; idempotent with an Idempotency-Key",
      tag,
      security: "admin",
      answers: { 201: PhoneBookingAnswer },
      refusals: [
        "request.forbidden",
        "request.too_many",
        "quote.expired",
        "quote.refused",
        "promotion.used_up",
        "promotion.used_by_rider",
        "company.not_member",
        "company.suspended",
        "company.cost_centre",
        "company.reference_missing",
        "company.limit_reached",
        "idempotency.reused",
      ],
    }),
    requireDispatcher,
    limitPerSession(600, 3_600),
    validate("json", BookByPhone),
    async (c) => {
      const { deps, session } = c.var;
      const actor = { ...actorOf(session), id: session.accountId };
      const { id, rider, told } = await bookByPhone(
        deps,
        actor,
        c.req.valid("json"),
        readIdempotencyKey(c),
      );
      const reservation = readForDispatch(deps, id);
      return c.json({ reservation, rider, told } satisfies PhoneBookingAnswer, 201);
    },
  );
