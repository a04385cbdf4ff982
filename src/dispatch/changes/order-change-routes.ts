import { createRouter } from "../../server/calls";
import { limitPerSession } from "../../server/http";
import {
  ChangeStandingOrder,
  StandingOrderChangeAnswer,
  StandingOrderId,
} from "../../reservations/standing-orders/order-contract";
import { changeOrder } from "./order-change-actions";

const limit = limitPerSession(60, 60);

const companyAccountRefusals = [
  "company.not_member",
  "company.not_approved",
  "company.suspended",
] as const;

/** Returns the call that changes an order, for either side. */
function changeOrderRoute(who: "rider" | "trips.manage") {
  return createRouter("standing orders").post(
    "/",
    "Changes the time of day or the end of repeating trips, including booked ones",
    {
      who,
      param: StandingOrderId,
      body: ChangeStandingOrder,
      answer: StandingOrderChangeAnswer,
      refuses: [
        "standing_order.stale",
        "standing_order.not_active",
        "standing_order.fee_changed",
        ...(who === "rider" ? companyAccountRefusals : []),
      ],
      use: limit,
    },
    ({ deps, actor, id, body }) => changeOrder(deps, actor, id, body),
  );
}

/** The API for changes of standing orders by riders and dispatch. */
export const orderChangeRoutes = createRouter("standing orders")
  .with(changeOrderRoute("rider"), "/standing-orders/:id/change")
  .with(changeOrderRoute("trips.manage"), "/admin/standing-orders/:id/change");
