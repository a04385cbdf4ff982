import {
  actorOf,
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
  requireRider,
  validate,
} from "../../server/http";
import {
  ChangeStandingOrder,
  StandingOrderChanged,
  StandingOrderId,
} from "../../reservations/standing-orders/order-contract";
import { changeOrder } from "./order-change-actions";

const limit = limitPerSession(60, 60);

const notOnAccount = ["company.not_member", "company.not_approved", "company.suspended"] as const;

/** The change of an order, by those whom `guard` lets through. */
function changeCall(security: "rider" | "admin", guard: typeof requireRider) {
  return createRouter().post(
    "/",
    describe({
      summary: "Another time of day, or another end, for repeating trips; also for those booked",
      tag: "standing orders",
      security,
      answers: { 200: StandingOrderChanged },
      refusals: [
        "request.not_found",
        "standing_order.stale",
        "standing_order.not_active",
        "standing_order.fee_changed",
        "request.too_many",
        ...(security === "rider" ? notOnAccount : []),
      ],
    }),
    guard,
    limit,
    validate("param", StandingOrderId),
    validate("json", ChangeStandingOrder),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const changed = await changeOrder(deps, actorOf(session), id, c.req.valid("json"));
      return c.json(changed satisfies StandingOrderChanged);
    },
  );
}

/** Changes of repeating trips, by their riders and by dispatch. */
export const orderChangeRoutes = createRouter()
  .route("/standing-orders/:id/change", changeCall("rider", requireRider))
  .route("/admin/standing-orders/:id/change", changeCall("admin", requirePermission("trips.run")));
