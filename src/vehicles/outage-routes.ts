import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { changeOutage, liftOutage, planOutage } from "./outage-actions";
import {
  ChangeOutage,
  OutageAnswer,
  OutageId,
  Outages,
  OutagesQuery,
  PlanOutage,
  SeenOutage,
} from "./outage-contract";
import { VehicleId } from "./contract";
import { listOutages } from "./outage-queries";

const tag = "vehicles";
const mayKeep = requirePermission("fleet.keep");

/** Times in which a vehicle is out of service. */
export const outageRoutes = createRouter()
  .get(
    "/admin/vehicles/:id/outages",
    describe({
      summary: "When a vehicle is or was out of service, with the trips that are in the time",
      tag,
      security: "admin",
      answers: { 200: Outages },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", VehicleId),
    validate("query", OutagesQuery),
    (c) => {
      const { id } = c.req.valid("param");
      return c.json(listOutages(c.var.deps, id, c.req.valid("query")) satisfies Outages);
    },
  )
  .post(
    "/admin/vehicles/:id/outages",
    describe({
      summary: "Plans a time out of service; answers with the trips that are in it already",
      tag,
      security: "admin",
      answers: { 201: OutageAnswer },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    mayKeep,
    validate("param", VehicleId),
    validate("json", PlanOutage),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const outage = await planOutage(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ outage } satisfies OutageAnswer, 201);
    },
  )
  .put(
    "/admin/vehicles/:id/outages/:outageId",
    describe({
      summary: "Changes a time out of service that is not over",
      tag,
      security: "admin",
      answers: { 200: OutageAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "vehicle.outage_stale",
        "vehicle.outage_over",
      ],
    }),
    mayKeep,
    validate("param", OutageId),
    validate("json", ChangeOutage),
    async (c) => {
      const { deps, session } = c.var;
      const { id, outageId } = c.req.valid("param");
      const input = c.req.valid("json");
      const outage = await changeOutage(deps, actorOf(session), id, outageId, input);
      return c.json({ outage } satisfies OutageAnswer);
    },
  )
  .delete(
    "/admin/vehicles/:id/outages/:outageId",
    describe({
      summary: "Puts a vehicle back into service: now, or by calling the time off before it begins",
      tag,
      security: "admin",
      answers: { 200: OutageAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "vehicle.outage_stale",
        "vehicle.outage_over",
      ],
    }),
    mayKeep,
    validate("param", OutageId),
    validate("query", SeenOutage),
    async (c) => {
      const { deps, session } = c.var;
      const { id, outageId } = c.req.valid("param");
      const { version } = c.req.valid("query");
      const outage = await liftOutage(deps, actorOf(session), id, outageId, version);
      return c.json({ outage } satisfies OutageAnswer);
    },
  );
