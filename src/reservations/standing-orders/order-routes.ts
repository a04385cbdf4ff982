import type { Actor, Deps } from "../../deps";
import {
  actorOf,
  createRouter,
  describe,
  limitPerAddress,
  limitPerSession,
  readSession,
  requireNamedRider,
  requirePermission,
  requireRider,
  validate,
} from "../../server/http";
import { ReservationId } from "../contract";
import { repeatReservation } from "./order-actions";
import {
  MyStandingOrdersQuery,
  PreviewRepeat,
  RepeatPreview,
  RepeatReservation,
  SeenOrder,
  SkipDay,
  StandingOrderAnswer,
  StandingOrderId,
  StandingOrderList,
  StandingOrdersQuery,
  StopOrder,
  UnskipDay,
} from "./order-contract";
import { listOrders, previewQuote, previewReservation, readOrder } from "./order-queries";
import { resumeOrder, skipDay, stopOrder, unskipDay } from "./order-step-actions";

const tag = "standing orders";
/** Each call may price and book some thirty trips. */
const limit = limitPerSession(120, 60);
const requireDispatcher = requirePermission("trips.run");

type Guard = typeof requireRider;
type Refusals = NonNullable<Parameters<typeof describe>[0]["refusals"]>;

/** Riders who may not book by themselves get no more trips by a repetition either. */
const notForRiders: Refusals = ["booking.closed", "rider.blocked"];

/** Those who make the calls: riders on what is theirs, dispatch on all. */
type Callers = { security: "rider" | "admin"; reads: Guard; acts: Guard };
const riders: Callers = { security: "rider", reads: requireRider, acts: requireRider };
const dispatch: Callers = {
  security: "admin",
  reads: requirePermission("dispatch.read"),
  acts: requireDispatcher,
};

function answerOf(deps: Deps, actor: Actor, id: string): StandingOrderAnswer {
  return { standingOrder: readOrder(deps, id, actor) };
}

/** The calls by which one reservation comes to repeat. */
function repeatCalls(
  { security, reads }: Callers,
  repeat: { acts: Guard; whose: string; refusals: Refusals },
) {
  return createRouter()
    .post(
      "/preview",
      describe({
        summary: `The days and prices of ${repeat.whose}, repeated`,
        tag,
        security,
        answers: { 200: RepeatPreview },
        refusals: ["request.not_found", "standing_order.needs_price", "request.too_many"],
      }),
      reads,
      limit,
      validate("param", ReservationId),
      validate("json", RepeatReservation),
      (c) => {
        const { deps, session } = c.var;
        const { id } = c.req.valid("param");
        const preview = previewReservation(deps, id, actorOf(session), c.req.valid("json").repeat);
        return c.json(preview satisfies RepeatPreview);
      },
    )
    .post(
      "/",
      describe({
        summary: `Repeats ${repeat.whose}; asked for again it is the same order`,
        tag,
        security,
        answers: { 201: StandingOrderAnswer },
        refusals: [
          "request.not_found",
          ...repeat.refusals,
          "standing_order.exists",
          "standing_order.needs_price",
          "standing_order.too_many",
          "request.too_many",
        ],
      }),
      repeat.acts,
      limit,
      validate("param", ReservationId),
      validate("json", RepeatReservation),
      async (c) => {
        const { deps, session } = c.var;
        const actor = actorOf(session);
        const { id } = c.req.valid("param");
        const made = await repeatReservation(deps, actor, id, c.req.valid("json").repeat);
        return c.json(answerOf(deps, actor, made), 201);
      },
    );
}

/** The calls on one order: each answers with the order as it is then. */
function orderCalls({ security, reads, acts }: Callers, read: { summary: string }) {
  const books: Refusals = security === "rider" ? notForRiders : [];
  const step = (summary: string, ...refusals: Refusals) =>
    describe({
      summary,
      tag,
      security,
      answers: { 200: StandingOrderAnswer },
      refusals: ["request.not_found", "standing_order.stale", "request.too_many", ...refusals],
    });
  return createRouter()
    .get(
      "/",
      describe({
        summary: read.summary,
        tag,
        security,
        answers: { 200: StandingOrderAnswer },
        refusals: ["request.not_found", "request.too_many"],
      }),
      reads,
      limit,
      validate("param", StandingOrderId),
      (c) => {
        const { deps, session } = c.var;
        return c.json(answerOf(deps, actorOf(session), c.req.valid("param").id));
      },
    )
    .post(
      "/skips",
      step(
        "Leaves a day out and cancels its trip",
        "standing_order.not_active",
        "standing_order.no_such_day",
        "standing_order.fee_changed",
        "reservation.not_cancellable",
      ),
      acts,
      limit,
      validate("param", StandingOrderId),
      validate("json", SkipDay),
      async (c) => {
        const { deps, session } = c.var;
        const { id } = c.req.valid("param");
        await skipDay(deps, actorOf(session), id, c.req.valid("json"));
        return c.json(answerOf(deps, actorOf(session), id));
      },
    )
    .delete(
      "/skips",
      step(
        "Takes a day back in",
        "standing_order.not_active",
        "standing_order.no_such_day",
        "trip.no_vehicle",
        ...(security === "rider" ? (["trip.too_soon"] as const) : []),
        ...books,
      ),
      acts,
      limit,
      validate("param", StandingOrderId),
      validate("json", UnskipDay),
      async (c) => {
        const { deps, session } = c.var;
        const { id } = c.req.valid("param");
        await unskipDay(deps, actorOf(session), id, c.req.valid("json"));
        return c.json(answerOf(deps, actorOf(session), id));
      },
    )
    .post(
      "/pause",
      step(
        "Books no more trips until it goes on, and may cancel those that are booked",
        "standing_order.not_active",
        "standing_order.fee_changed",
      ),
      acts,
      limit,
      validate("param", StandingOrderId),
      validate("json", StopOrder),
      async (c) => {
        const { deps, session } = c.var;
        const { id } = c.req.valid("param");
        await stopOrder(deps, actorOf(session), id, "paused", c.req.valid("json"));
        return c.json(answerOf(deps, actorOf(session), id));
      },
    )
    .delete(
      "/pause",
      step("Goes on with repeating trips that pause", "standing_order.not_active", ...books),
      acts,
      limit,
      validate("param", StandingOrderId),
      validate("json", SeenOrder),
      async (c) => {
        const { deps, session } = c.var;
        const { id } = c.req.valid("param");
        await resumeOrder(deps, actorOf(session), id, c.req.valid("json").version);
        return c.json(answerOf(deps, actorOf(session), id));
      },
    )
    .post(
      "/ending",
      step(
        "Ends repeating trips, and may cancel those that are booked",
        "standing_order.not_active",
        "standing_order.fee_changed",
      ),
      acts,
      limit,
      validate("param", StandingOrderId),
      validate("json", StopOrder),
      async (c) => {
        const { deps, session } = c.var;
        const { id } = c.req.valid("param");
        await stopOrder(deps, actorOf(session), id, "ended", c.req.valid("json"));
        return c.json(answerOf(deps, actorOf(session), id));
      },
    );
}

/** Trips that repeat, for the rider whose they are. */
export const orderRoutes = createRouter()
  .post(
    "/standing-orders/preview",
    describe({
      summary: "The days and prices of a quote's trip, repeated",
      tag,
      security: "public",
      answers: { 200: RepeatPreview },
      refusals: ["quote.refused", "quote.expired", "standing_order.needs_price"],
    }),
    limitPerAddress(120, 60),
    validate("json", PreviewRepeat),
    (c) => {
      c.header("Cache-Control", "no-store");
      const riderId = readSession(c, "rider")?.accountId ?? null;
      const preview = previewQuote(c.var.deps, c.req.valid("json"), riderId);
      return c.json(preview satisfies RepeatPreview);
    },
  )
  .get(
    "/standing-orders",
    describe({
      summary: "The rider's repeating trips, the newest first",
      tag,
      security: "rider",
      answers: { 200: StandingOrderList },
    }),
    requireRider,
    validate("query", MyStandingOrdersQuery),
    (c) => {
      const { deps, session } = c.var;
      const found = listOrders(deps, actorOf(session), c.req.valid("query"));
      return c.json(found satisfies StandingOrderList);
    },
  )
  .route(
    "/reservations/:id/standing-order",
    repeatCalls(riders, {
      acts: requireNamedRider,
      whose: "one of the rider's trips",
      refusals: ["profile.incomplete", ...notForRiders],
    }),
  )
  .route(
    "/standing-orders/:id",
    orderCalls(riders, {
      summary: "Repeating trips of the rider with their days from today on",
    }),
  );

/** Trips that repeat, for dispatch: a passenger rings up. */
export const dispatchOrderRoutes = createRouter()
  .get(
    "/admin/standing-orders",
    describe({
      summary: "Repeating trips of all riders, the newest first",
      tag,
      security: "admin",
      answers: { 200: StandingOrderList },
    }),
    requirePermission("dispatch.read"),
    validate("query", StandingOrdersQuery),
    (c) => {
      const { deps, session } = c.var;
      const found = listOrders(deps, actorOf(session), c.req.valid("query"));
      return c.json(found satisfies StandingOrderList);
    },
  )
  .route(
    "/admin/reservations/:id/standing-order",
    repeatCalls(dispatch, { acts: requireDispatcher, whose: "a trip", refusals: [] }),
  )
  .route(
    "/admin/standing-orders/:id",
    orderCalls(dispatch, { summary: "Repeating trips with their days from today on" }),
  );
