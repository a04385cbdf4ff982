import {
  createRouter,
  describe,
  hasPermission,
  requirePermission,
  validate,
} from "../../server/http";
import { ReservationId } from "../../reservations/contract";
import { TripAround } from "./around-contract";
import { readTripAround } from "./around-queries";

/** What a reservation's page shows beside the reservation itself. */
export const aroundRoutes = createRouter().get(
  "/admin/reservations/:id/around",
  describe({
    summary:
      "What belongs to a reservation: invoices, statements, lost and found, its rider's link",
    tag: "dispatch",
    security: "admin",
    answers: { 200: TripAround },
    refusals: ["request.not_found"],
  }),
  requirePermission("dispatch.read"),
  validate("param", ReservationId),
  (c) => {
    const { id } = c.req.valid("param");
    const keeps = hasPermission(c.var.session, "property.keep");
    return c.json(readTripAround(c.var.deps, id, keeps) satisfies TripAround);
  },
);
