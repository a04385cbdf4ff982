import { createRouter } from "../../server/calls";
import { SimulateTrip, SimulationAnswer } from "./simulation-contract";
import { simulateTrip } from "./simulation-queries";

/** Prices tried out beside the price list; of this slice, because it knows trips and their ways. */
export const simulationRoutes = createRouter("fees").post(
  "/admin/fees/simulation",
  "Compares the prices of a trip under the draft and the price list in force, for each class",
  {
    who: "dispatch.view",
    body: SimulateTrip,
    answer: SimulationAnswer,
    refuses: ["trip.same_place", "trip.time_gap"],
  },
  ({ c, deps, body: { trip } }) => simulateTrip(deps, trip, c.req.raw.signal),
);
