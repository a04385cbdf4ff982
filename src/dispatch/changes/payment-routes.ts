import { actorOf, createRouter, describe, requirePermission, validate } from "../../server/http";
import { ReservationAnswer, ReservationId } from "../../reservations/contract";
import { changePayment } from "./payment-actions";
import { ChangePayment } from "./payment-contract";
import { readForDispatch } from "../queries";

/** Who pays for a trip. */
export const paymentRoutes = createRouter().put(
  "/admin/reservations/:id/payment",
  describe({
    summary: "Has a trip paid in the car, or billed to a company",
    tag: "dispatch",
    security: "admin",
    answers: { 200: ReservationAnswer },
    refusals: [
      "request.forbidden",
      "request.not_found",
      "reservation.stale",
      "reservation.illegal_transition",
      "cash.keeps_payer",
      "company.invoiced",
      "company.not_member",
      "company.suspended",
      "company.cost_centre",
      "company.reference_missing",
      "company.limit_reached",
    ],
  }),
  requirePermission("trips.settle"),
  validate("param", ReservationId),
  validate("json", ChangePayment),
  async (c) => {
    const { deps, session } = c.var;
    const { id } = c.req.valid("param");
    await changePayment(deps, actorOf(session), id, c.req.valid("json"));
    return c.json({ reservation: readForDispatch(deps, id) } satisfies ReservationAnswer);
  },
);
