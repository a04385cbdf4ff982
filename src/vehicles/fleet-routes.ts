import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { ChangeVehicle, SaveVehicle, VehicleAnswer, VehicleId } from "./contract";
import { addVehicle, changeVehicle, readVehicle } from "./fleet-actions";

const tag = "vehicles";

/** One vehicle of the fleet: read, added, changed by dispatch. */
export const fleetRoutes = createRouter()
  .post(
    "/admin/vehicles",
    describe({
      summary: "Adds a vehicle",
      tag,
      security: "admin",
      answers: { 201: VehicleAnswer },
      refusals: ["request.forbidden", "vehicle.plate_taken"],
    }),
    requirePermission("fleet.keep"),
    validate("json", SaveVehicle),
    async (c) => {
      const id = await addVehicle(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json({ vehicle: readVehicle(c.var.deps, id) } satisfies VehicleAnswer, 201);
    },
  )
  .get(
    "/admin/vehicles/:id",
    describe({
      summary: "One vehicle",
      tag,
      security: "admin",
      answers: { 200: VehicleAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", VehicleId),
    (c) =>
      c.json({
        vehicle: readVehicle(c.var.deps, c.req.valid("param").id),
      } satisfies VehicleAnswer),
  )
  .put(
    "/admin/vehicles/:id",
    describe({
      summary: "Changes a vehicle",
      tag,
      security: "admin",
      answers: { 200: VehicleAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "request.conflict",
        "vehicle.plate_taken",
      ],
    }),
    requirePermission("fleet.keep"),
    validate("param", VehicleId),
    validate("json", ChangeVehicle),
    async (c) => {
      const { id } = c.req.valid("param");
      await changeVehicle(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return c.json({ vehicle: readVehicle(c.var.deps, id) } satisfies VehicleAnswer);
    },
  );
