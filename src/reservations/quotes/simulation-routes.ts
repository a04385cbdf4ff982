import { createRouter } from "../../server/calls";
import { SimulateTrip, SimulationAnswer } from "./simulation-contract";
import { simulateTrip } from "./simulation-queries";

/** The calls to try out prices. They belong to this slice because they need trips and their routes. */
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
