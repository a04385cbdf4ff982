import type { ErrorCode } from "../../errors";
import { createRouter } from "../../server/calls";
import { limitPerAddress, limitPerSession, readSession } from "../../server/http";
import { ReservationId } from "../contract";
import { repeatReservation } from "./order-actions";
import {
  MyStandingOrdersQuery,
  PreviewRepeat,
  RepeatPreview,
  RepeatReservation,
  SeenOrderVersion,
  SkipDay,
  StandingOrderAnswer,
  StandingOrderId,
  StandingOrderList,
  StandingOrdersQuery,
  StopOrder,
  UnskipDay,
} from "./order-contract";
import { listOrders, previewQuote, previewReservation, readOrder } from "./order-queries";
import { resumeOrder, skipDay, stopOrder, restoreDay } from "./order-pause-actions";

const tag = "standing orders";
/** Each call may price and book about thirty trips. */
const limit = limitPerSession(120, 60);

/** Riders who may not book online cannot book repeating trips either. */
const riderOnlyRefusals = ["business.not_open", "booking.closed", "rider.blocked"] as const;

/** The callers: riders for their own orders, dispatch for all. */
type Callers = { whoReads: "rider" | "dispatch.view"; whoActs: "rider" | "trips.manage" };
const riders: Callers = { whoReads: "rider", whoActs: "rider" };
const dispatch: Callers = { whoReads: "dispatch.view", whoActs: "trips.manage" };

/** Makes the calls that repeat a reservation. */
function repeatRouter(
  whoReads: Callers["whoReads"],
  whoRepeats: "named rider" | "trips.manage",
  subject: string,
  refuses: readonly ErrorCode[],
) {
  const call = { param: ReservationId, body: RepeatReservation, use: limit };
  return createRouter(tag)
    .post(
      "/preview",
      `Gives the days and prices that ${subject} would have as a repeating trip`,
      { ...call, who: whoReads, answer: RepeatPreview, refuses: ["standing_order.needs_price"] },
      ({ deps, actor, id, body }) => previewReservation(deps, id, actor, body.repeat),
    )
    .post(
      "/",
      `Repeats ${subject}. Idempotent`,
      {
        ...call,
        who: whoRepeats,
        created: StandingOrderAnswer,
        refuses: [
          ...refuses,
          "standing_order.exists",
          "standing_order.needs_price",
          "standing_order.too_many",
        ],
      },
      async ({ deps, actor, id, body }) => {
        const madeOrderId = await repeatReservation(deps, actor, id, body.repeat);
        return { standingOrder: readOrder(deps, madeOrderId, actor) };
      },
    );
}

/** Makes the calls on one order. Each answers with the order after the change. */
function singleOrderRouter({ whoReads, whoActs }: Callers, summary: string) {
  const isRider = whoActs === "rider";
  const bookingRefusals = isRider ? riderOnlyRefusals : [];
  const call = { param: StandingOrderId, answer: StandingOrderAnswer, use: limit };
  const staleRefusals = ["standing_order.stale", "standing_order.not_active"] as const;
  return createRouter(tag)
    .get("/", summary, { ...call, who: whoReads }, ({ deps, actor, id }) => ({
      standingOrder: readOrder(deps, id, actor),
    }))
    .post(
      "/skips",
      "Skips a day and cancels its trip",
      {
        ...call,
        who: whoActs,
        body: SkipDay,
        refuses: [
          ...staleRefusals,
          "standing_order.no_such_day",
          "standing_order.fee_changed",
          "reservation.not_cancellable",
        ],
      },
      async ({ deps, actor, id, body }) => {
        await skipDay(deps, actor, id, body);
        return { standingOrder: readOrder(deps, id, actor) };
      },
    )
    .delete(
      "/skips",
      "Restores a skipped day",
      {
        ...call,
        who: whoActs,
        body: UnskipDay,
        refuses: [
          ...staleRefusals,
          "standing_order.no_such_day",
          "trip.no_vehicle",
          ...(isRider ? (["trip.too_soon"] as const) : []),
          ...bookingRefusals,
        ],
      },
      async ({ deps, actor, id, body }) => {
        await restoreDay(deps, actor, id, body);
        return { standingOrder: readOrder(deps, id, actor) };
      },
    )
    .post(
      "/pause",
      "Pauses a repeating trip, and cancels its booked trips if requested",
      {
        ...call,
        who: whoActs,
        body: StopOrder,
        refuses: [...staleRefusals, "standing_order.fee_changed"],
      },
      async ({ deps, actor, id, body }) => {
        await stopOrder(deps, actor, id, "paused", body);
        return { standingOrder: readOrder(deps, id, actor) };
      },
    )
    .delete(
      "/pause",
      "Resumes a paused repeating trip",
      {
        ...call,
        who: whoActs,
        body: SeenOrderVersion,
        refuses: [...staleRefusals, ...bookingRefusals],
      },
      async ({ deps, actor, id, body }) => {
        await resumeOrder(deps, actor, id, body.version);
        return { standingOrder: readOrder(deps, id, actor) };
      },
    )
    .post(
      "/ending",
      "Ends a repeating trip, and cancels its booked trips if requested",
      {
        ...call,
        who: whoActs,
        body: StopOrder,
        refuses: [...staleRefusals, "standing_order.fee_changed"],
      },
      async ({ deps, actor, id, body }) => {
        await stopOrder(deps, actor, id, "ended", body);
        return { standingOrder: readOrder(deps, id, actor) };
      },
    );
}

/** The riders' calls for their repeating trips. */
export const orderRoutes = createRouter(tag)
  .post(
    "/standing-orders/preview",
    "Gives the days and prices that a quoted trip would have as a repeating trip",
    {
      who: "public",
      body: PreviewRepeat,
      answer: RepeatPreview,
      refuses: ["quote.refused", "quote.expired", "standing_order.needs_price"],
      use: limitPerAddress(120, 60),
    },
    ({ c, deps, body }) => {
      c.header("Cache-Control", "no-store");
      return previewQuote(deps, body, readSession(c, "rider")?.accountId ?? null);
    },
  )
  .get(
    "/standing-orders",
    "Lists the rider's repeating trips, newest first",
    { who: "rider", query: MyStandingOrdersQuery, answer: StandingOrderList },
    ({ deps, actor, query }) => listOrders(deps, actor, query),
  )
  .with(
    repeatRouter("rider", "named rider", "one of the rider's trips", riderOnlyRefusals),
    "/reservations/:id/standing-order",
  )
  .with(
    singleOrderRouter(
      riders,
      "Gives one of the rider's repeating trips with its days from today on",
    ),
    "/standing-orders/:id",
  );

/** The calls for repeating trips for dispatch, such as when a passenger phones. */
export const dispatchOrderRoutes = createRouter(tag)
  .get(
    "/admin/standing-orders",
    "Lists the repeating trips of all riders, newest first",
    { who: "dispatch.view", query: StandingOrdersQuery, answer: StandingOrderList },
    ({ deps, actor, query }) => listOrders(deps, actor, query),
  )
  .with(
    repeatRouter("dispatch.view", "trips.manage", "a trip", []),
    "/admin/reservations/:id/standing-order",
  )
  .with(
    singleOrderRouter(dispatch, "Gives a repeating trip with its days from today on"),
    "/admin/standing-orders/:id",
  );
