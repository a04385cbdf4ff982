import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { ReservationId } from "../reservations/contract";
import { TripAttention } from "./attention-contract";
import { readTripAttention } from "./attention-queries";
import { DriversOnDuty, ReservationTracking } from "./contract";
import { listOnDuty } from "./fleet-queries";
import { revokeLink } from "./link-actions";
import { readReservationTracking } from "./link-queries";

const tag = "dispatch";

/** Where everybody is, under `/admin`. */
export const dispatchTrackingRoutes = createRouter()
  .get(
    "/admin/positions",
    describe({
      summary: "Drivers on shift or on a trip with their last positions",
      tag,
      security: "admin",
      answers: { 200: DriversOnDuty },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(listOnDuty(c.var.deps) satisfies DriversOnDuty),
  )
  .get(
    "/admin/attention",
    describe({
      summary:
        "Drivers who stand or have not set off, trips nobody took, and flights at another time",
      tag,
      security: "admin",
      answers: { 200: TripAttention },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readTripAttention(c.var.deps) satisfies TripAttention),
  )
  .get(
    "/admin/reservations/:id/tracking",
    describe({
      summary: "A trip's position, arrival and track, and how its link stands",
      tag,
      security: "admin",
      answers: { 200: ReservationTracking },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", ReservationId),
    (c) => {
      const { id } = c.req.valid("param");
      return c.json(readReservationTracking(c.var.deps, id) satisfies ReservationTracking);
    },
  )
  .delete(
    "/admin/reservations/:id/tracking-link",
    describe({
      summary: "Revokes a trip's link",
      tag,
      security: "admin",
      answers: { 200: ReservationTracking },
      refusals: ["request.not_found"],
    }),
    requirePermission("trips.run"),
    validate("param", ReservationId),
    async (c) => {
      const { id } = c.req.valid("param");
      await revokeLink(c.var.deps, { kind: "admin", actor: actorOf(c.var.session) }, id);
      return c.json(readReservationTracking(c.var.deps, id) satisfies ReservationTracking);
    },
  );
