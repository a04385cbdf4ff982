import { createRouter, describe, requirePermission, validate } from "../../server/http";
import { SimulateTrip, SimulationAnswer } from "./simulation-contract";
import { simulateTrip } from "./simulation-queries";

/** Prices tried out beside the price list; of this slice, because it knows trips and their ways. */
export const simulationRoutes = createRouter().post(
  "/admin/fees/simulation",
  describe({
    summary: "A trip priced under the draft and under the prices in force, class by class",
    tag: "fees",
    security: "admin",
    answers: { 200: SimulationAnswer },
    refusals: ["trip.same_place", "trip.time_gap"],
  }),
  requirePermission("dispatch.read"),
  validate("json", SimulateTrip),
  async (c) => {
    const { trip } = c.req.valid("json");
    const answer = await simulateTrip(c.var.deps, trip, c.req.raw.signal);
    return c.json(answer satisfies SimulationAnswer);
  },
);
