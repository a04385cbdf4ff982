import { createRouter } from "../../server/calls";
import { ReservationAnswer } from "../../reservations/contract";
import { DayPlan, DayQuery, ReassignTrip } from "./day-contract";
import { readDayPlan } from "./day-queries";
import { reassignTrip } from "../assignment/reassign-actions";
import { readReservationForDispatch } from "../queries";

/** The API for the day board, under `/admin`: drivers, their trips, and moving trips between drivers. */
export const dayRoutes = createRouter("dispatch")
  .get(
    "/admin/day",
    "Gives a calendar day: its drivers, their trips, and the trips that match the filters",
    { who: "dispatch.view", query: DayQuery, answer: DayPlan },
    ({ deps, query }) => readDayPlan(deps, query),
  )
  .put(
    "/admin/reservations/:id/driver",
    "Assigns a driver to a trip that has not begun. Confirms the trip, or unassigns its driver, if needed",
    {
      who: "trips.manage",
      body: ReassignTrip,
      answer: ReservationAnswer,
      refuses: [
        "reservation.stale",
        "reservation.illegal_transition",
        "reservation.waits_for_call",
        "trip.not_on_map",
        "assignment.refused",
        "assignment.driver_overlap",
        "assignment.vehicle_overlap",
        "assignment.vehicle_out_of_service",
      ],
    },
    async ({ deps, actor, id, body }) => {
      await reassignTrip(deps, actor, id, body);
      return { reservation: readReservationForDispatch(deps, id) };
    },
  );
