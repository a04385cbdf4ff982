import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import {
  addVehicleClass,
  changeVehicleClass,
  listVehicleClasses,
  readVehicleClass,
} from "./class-actions";
import { SaveVehicleClass, VehicleClassAnswer, VehicleClassRecords, VehicleId } from "./contract";

const tag = "vehicles";

/** The vehicle classes as dispatch sees them. Prices hang on them, so only the owner writes. */
export const classRoutes = createRouter()
  .get(
    "/admin/vehicle-classes",
    describe({
      summary: "Every vehicle class, also those that cannot be booked",
      tag,
      security: "admin",
      answers: { 200: VehicleClassRecords },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json({ vehicleClasses: listVehicleClasses(c.var.deps) } satisfies VehicleClassRecords),
  )
  .post(
    "/admin/vehicle-classes",
    describe({
      summary: "Adds a vehicle class",
      tag,
      security: "admin",
      answers: { 201: VehicleClassAnswer },
      refusals: ["request.forbidden", "vehicle_class.name_taken", "vehicle_class.too_many"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveVehicleClass),
    async (c) => {
      const id = await addVehicleClass(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      const vehicleClass = readVehicleClass(c.var.deps, id);
      return c.json({ vehicleClass } satisfies VehicleClassAnswer, 201);
    },
  )
  .put(
    "/admin/vehicle-classes/:id",
    describe({
      summary: "Changes a vehicle class",
      tag,
      security: "admin",
      answers: { 200: VehicleClassAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "vehicle_class.name_taken",
        "vehicle_class.last_active",
      ],
    }),
    requirePermission("operator.rule"),
    validate("param", VehicleId),
    validate("json", SaveVehicleClass),
    async (c) => {
      const { id } = c.req.valid("param");
      await changeVehicleClass(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      const vehicleClass = readVehicleClass(c.var.deps, id);
      return c.json({ vehicleClass } satisfies VehicleClassAnswer);
    },
  );
