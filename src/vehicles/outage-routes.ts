import { createRouter } from "../server/calls";
import { changeOutage, liftOutage, planOutage } from "./outage-actions";
import {
  ChangeOutage,
  OutageAnswer,
  Outages,
  OutagesQuery,
  PlanOutage,
  SeenOutageVersion,
} from "./outage-contract";
import { listOutages } from "./outage-queries";

/** Calls for periods in which a vehicle is out of service. */
export const outageRoutes = createRouter("vehicles")
  .get(
    "/admin/vehicles/:id/outages",
    "Lists a vehicle's times out of service, with the trips affected",
    { who: "dispatch.view", query: OutagesQuery, answer: Outages },
    ({ deps, id, query }) => listOutages(deps, id, query),
  )
  .post(
    "/admin/vehicles/:id/outages",
    "Plans a time out of service, and lists the trips affected",
    { who: "fleet.manage", body: PlanOutage, created: OutageAnswer },
    async ({ deps, actor, id, body }) => ({ outage: await planOutage(deps, actor, id, body) }),
  )
  .put(
    "/admin/vehicles/:id/outages/:outageId",
    "Changes a time out of service that has not ended",
    {
      who: "fleet.manage",
      body: ChangeOutage,
      answer: OutageAnswer,
      refuses: ["vehicle.outage_stale", "vehicle.outage_over"],
    },
    async ({ deps, actor, id, outageId, body }) => ({
      outage: await changeOutage(deps, actor, id, outageId, body),
    }),
  )
  .delete(
    "/admin/vehicles/:id/outages/:outageId",
    "Ends a vehicle's time out of service now, or cancels one that has not begun",
    {
      who: "fleet.manage",
      query: SeenOutageVersion,
      answer: OutageAnswer,
      refuses: ["vehicle.outage_stale", "vehicle.outage_over"],
    },
    async ({ deps, actor, id, outageId, query: { version } }) => ({
      outage: await liftOutage(deps, actor, id, outageId, version),
    }),
  );
