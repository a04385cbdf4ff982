import {
  actorOf,
  createRouter,
  describe,
  limitPerSession,
  requireAdmin,
  requireRole,
  validate,
} from "../http";
import { repeatReservation, resumeOrder, skipDay, stopOrder, unskipDay } from "./order-actions";
import {
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
import { listOrders, previewReservation, readOrder } from "./order-queries";
import { ReservationId } from "./contract";

const requireDispatcher = requireRole("owner", "dispatcher");
const tag = "standing orders";
/** Each call may price and book some thirty trips. */
const limit = limitPerSession(120, 60);

/** The description of a step on one order: same answer, same refusals. */
function step(summary: string, ...refusals: Parameters<typeof describe>[0]["refusals"] & {}) {
  return describe({
    summary,
    tag,
    security: "admin",
    answers: { 200: StandingOrderAnswer },
    refusals: ["request.not_found", "standing_order.stale", "request.too_many", ...refusals],
  });
}

/** Trips that repeat, for dispatch: a passenger rings up. */
export const dispatchOrderRoutes = createRouter()
  .post(
    "/admin/reservations/:id/standing-order/preview",
    describe({
      summary: "The days and prices of a trip, repeated",
      tag,
      security: "admin",
      answers: { 200: RepeatPreview },
      refusals: ["request.not_found", "standing_order.needs_price", "request.too_many"],
    }),
    requireAdmin,
    limit,
    validate("param", ReservationId),
    validate("json", RepeatReservation),
    (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const { repeat } = c.req.valid("json");
      const preview = previewReservation(deps, id, actorOf(session), repeat);
      return c.json(preview satisfies RepeatPreview);
    },
  )
  .post(
    "/admin/reservations/:id/standing-order",
    describe({
      summary: "Repeats a trip; asked for again it is the same order",
      tag,
      security: "admin",
      answers: { 201: StandingOrderAnswer },
      refusals: [
        "request.not_found",
        "standing_order.exists",
        "standing_order.needs_price",
        "standing_order.too_many",
        "request.too_many",
      ],
    }),
    requireDispatcher,
    limit,
    validate("param", ReservationId),
    validate("json", RepeatReservation),
    async (c) => {
      const { deps, session } = c.var;
      const actor = actorOf(session);
      const { repeat } = c.req.valid("json");
      const id = await repeatReservation(deps, actor, c.req.valid("param").id, repeat);
      const standingOrder = readOrder(deps, id, actor);
      return c.json({ standingOrder } satisfies StandingOrderAnswer, 201);
    },
  )
  .get(
    "/admin/standing-orders",
    describe({
      summary: "Repeating trips of all riders, the newest first",
      tag,
      security: "admin",
      answers: { 200: StandingOrderList },
    }),
    requireAdmin,
    validate("query", StandingOrdersQuery),
    (c) => {
      const { deps, session } = c.var;
      const found = listOrders(deps, actorOf(session), c.req.valid("query"));
      return c.json(found satisfies StandingOrderList);
    },
  )
  .get(
    "/admin/standing-orders/:id",
    describe({
      summary: "Repeating trips with their days from today on",
      tag,
      security: "admin",
      answers: { 200: StandingOrderAnswer },
      refusals: ["request.not_found", "request.too_many"],
    }),
    requireAdmin,
    limit,
    validate("param", StandingOrderId),
    (c) => {
      const { deps, session } = c.var;
      const standingOrder = readOrder(deps, c.req.valid("param").id, actorOf(session));
      return c.json({ standingOrder } satisfies StandingOrderAnswer);
    },
  )
  .post(
    "/admin/standing-orders/:id/skips",
    step(
      "Leaves a day out and cancels its trip",
      "standing_order.not_active",
      "standing_order.no_such_day",
      "standing_order.fee_changed",
      "reservation.not_cancellable",
    ),
    requireDispatcher,
    limit,
    validate("param", StandingOrderId),
    validate("json", SkipDay),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await skipDay(deps, actorOf(session), id, c.req.valid("json"));
      const standingOrder = readOrder(deps, id, actorOf(session));
      return c.json({ standingOrder } satisfies StandingOrderAnswer);
    },
  )
  .delete(
    "/admin/standing-orders/:id/skips",
    step(
      "Takes a day back in",
      "standing_order.not_active",
      "standing_order.no_such_day",
      "trip.no_vehicle",
    ),
    requireDispatcher,
    limit,
    validate("param", StandingOrderId),
    validate("json", UnskipDay),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await unskipDay(deps, actorOf(session), id, c.req.valid("json"));
      const standingOrder = readOrder(deps, id, actorOf(session));
      return c.json({ standingOrder } satisfies StandingOrderAnswer);
    },
  )
  .post(
    "/admin/standing-orders/:id/pause",
    step(
      "Books no more trips until it goes on, and may cancel those that are booked",
      "standing_order.not_active",
      "standing_order.fee_changed",
    ),
    requireDispatcher,
    limit,
    validate("param", StandingOrderId),
    validate("json", StopOrder),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await stopOrder(deps, actorOf(session), id, "paused", c.req.valid("json"));
      const standingOrder = readOrder(deps, id, actorOf(session));
      return c.json({ standingOrder } satisfies StandingOrderAnswer);
    },
  )
  .delete(
    "/admin/standing-orders/:id/pause",
    step("Goes on with repeating trips that pause", "standing_order.not_active"),
    requireDispatcher,
    limit,
    validate("param", StandingOrderId),
    validate("json", SeenOrder),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await resumeOrder(deps, actorOf(session), id, c.req.valid("json").version);
      const standingOrder = readOrder(deps, id, actorOf(session));
      return c.json({ standingOrder } satisfies StandingOrderAnswer);
    },
  )
  .post(
    "/admin/standing-orders/:id/ending",
    step(
      "Ends repeating trips, and may cancel those that are booked",
      "standing_order.not_active",
      "standing_order.fee_changed",
    ),
    requireDispatcher,
    limit,
    validate("param", StandingOrderId),
    validate("json", StopOrder),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await stopOrder(deps, actorOf(session), id, "ended", c.req.valid("json"));
      const standingOrder = readOrder(deps, id, actorOf(session));
      return c.json({ standingOrder } satisfies StandingOrderAnswer);
    },
  );
