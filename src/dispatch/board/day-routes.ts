import { actorOf, createRouter, describe, requirePermission, validate } from "../../server/http";
import { ReservationAnswer, ReservationId } from "../../reservations/contract";
import { DayPlan, DayQuery, HandOver } from "./day-contract";
import { readDay } from "./day-queries";
import { handOver } from "../assignment/hand-over-actions";
import { readForDispatch } from "../queries";

const tag = "dispatch";

/** A day by its drivers, and trips that go from one to another, under `/admin`. */
export const dayRoutes = createRouter()
  .get(
    "/admin/day",
    describe({
      summary: "A calendar day: its drivers, what they have, and what of it is looked for",
      tag,
      security: "admin",
      answers: { 200: DayPlan },
    }),
    requirePermission("dispatch.read"),
    validate("query", DayQuery),
    (c) => c.json(readDay(c.var.deps, c.req.valid("query")) satisfies DayPlan),
  )
  .put(
    "/admin/reservations/:id/driver",
    describe({
      summary:
        "Gives a trip that has not begun to a driver, whoever has it: confirms, takes back and assigns in one",
      tag,
      security: "admin",
      answers: { 200: ReservationAnswer },
      refusals: [
        "request.not_found",
        "reservation.stale",
        "reservation.illegal_transition",
        "reservation.waits_for_call",
        "assignment.refused",
        "assignment.driver_overlap",
        "assignment.vehicle_overlap",
        "assignment.vehicle_out_of_service",
      ],
    }),
    requirePermission("trips.run"),
    validate("param", ReservationId),
    validate("json", HandOver),
    async (c) => {
      const { id } = c.req.valid("param");
      const { deps, session } = c.var;
      await handOver(deps, actorOf(session), id, c.req.valid("json"));
      const reservation = readForDispatch(deps, id);
      return c.json({ reservation } satisfies ReservationAnswer);
    },
  );
