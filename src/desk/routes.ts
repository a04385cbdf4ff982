import { createRouter } from "../server/calls";
import { hasPermission, limitPerSession } from "../server/http";
import { SearchAnswer, SearchQuery } from "./contract";
import { leaveStep } from "./starting-actions";
import { GettingStarted, LeaveStep } from "./starting-contract";
import { DriverOverview, VehicleDrivers } from "./fleet-contract";
import { listVehicleDrivers, readDriverOverview } from "./fleet-queries";
import { search } from "./queries";
import { readStarting } from "./starting-queries";
import { regionRoutes } from "./region-routes";

/** What the frame of dispatch and the pages of the fleet ask, under `/admin`. */
export const deskRoutes = createRouter("dispatch")
  .get(
    "/admin/search",
    "What dispatch keeps that fits words, 8 of each kind: trips, people, fleet, places and papers",
    {
      who: "dispatch.read",
      query: SearchQuery,
      answer: SearchAnswer,
      use: limitPerSession(600, 60),
    },
    ({ deps, session, query }) => {
      // Whose number is whose is for those who take calls.
      return {
        hits: search(deps, query.q, {
          riders: hasPermission(session, "trips.run"),
          incidents: hasPermission(session, "incidents.keep"),
          property: hasPermission(session, "property.keep"),
        }),
      };
    },
  )
  .get(
    "/admin/drivers/:id/overview",
    "A driver at a glance: vehicle, shift, trips, documents, pay rule",
    { who: "dispatch.read", answer: DriverOverview },
    ({ deps, session, id }) => {
      const seesPapers = hasPermission(session, "papers.judge");
      return readDriverOverview(deps, id, seesPapers);
    },
  )
  .get(
    "/admin/vehicles/:id/drivers",
    "Who drives a vehicle: usually, and in the last 90 days",
    { who: "dispatch.read", answer: VehicleDrivers },
    ({ deps, id }) => listVehicleDrivers(deps, id),
  )
  .get(
    "/admin/getting-started",
    "What a new house has yet to do before it takes bookings in earnest",
    { who: "operator.rule", answer: GettingStarted },
    ({ deps }) => readStarting(deps),
  )
  .put(
    "/admin/getting-started",
    "Leaves a step of the setup for later, or takes it up again",
    { who: "operator.rule", body: LeaveStep, answer: GettingStarted },
    async ({ deps, body }) => {
      await leaveStep(deps, body);
      return readStarting(deps);
    },
  )
  .with(regionRoutes);
