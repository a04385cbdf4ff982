import { createRouter } from "../../server/calls";
import { ReservationAnswer } from "../../reservations/contract";
import { changePayment } from "./payment-actions";
import { ChangePayment } from "./payment-contract";
import { readReservationForDispatch } from "../queries";

/** The API for who pays for a trip. */
export const paymentRoutes = createRouter("dispatch").put(
  "/admin/reservations/:id/payment",
  "Changes how a trip is paid: in the car, or on a company's account",
  {
    who: "trips.settle",
    body: ChangePayment,
    answer: ReservationAnswer,
    refuses: [
      "reservation.stale",
      "reservation.illegal_transition",
      "payment.paid_already",
      "company.invoiced",
      "company.not_member",
      "company.suspended",
      "company.cost_centre",
      "company.reference_missing",
      "company.reference_pattern",
      "company.member_limit",
      "company.limit_reached",
    ],
  },
  async ({ deps, actor, id, body }) => {
    await changePayment(deps, actor, id, body);
    return { reservation: readReservationForDispatch(deps, id) };
  },
);
