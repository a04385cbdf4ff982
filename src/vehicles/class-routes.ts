import { createRouter } from "../server/calls";
import {
  addVehicleClass,
  changeVehicleClass,
  listVehicleClasses,
  readVehicleClass,
} from "./class-actions";
import { SaveVehicleClass, VehicleClassAnswer, VehicleClassRecords } from "./contract";

/** The vehicle classes as dispatch sees them. Prices depend on them, so only the owner may change them. */
export const classRoutes = createRouter("vehicles")
  .get(
    "/admin/vehicle-classes",
    "Lists all vehicle classes, including those that cannot be booked",
    { who: "dispatch.view", answer: VehicleClassRecords },
    ({ deps }) => ({ vehicleClasses: listVehicleClasses(deps) }),
  )
  .post(
    "/admin/vehicle-classes",
    "Adds a vehicle class",
    {
      who: "settings.manage",
      body: SaveVehicleClass,
      created: VehicleClassAnswer,
      refuses: ["vehicle_class.name_taken", "vehicle_class.too_many"],
    },
    async ({ deps, actor, body }) => {
      const id = await addVehicleClass(deps, actor, body);
      return { vehicleClass: readVehicleClass(deps, id) };
    },
  )
  .put(
    "/admin/vehicle-classes/:id",
    "Changes a vehicle class",
    {
      who: "settings.manage",
      body: SaveVehicleClass,
      answer: VehicleClassAnswer,
      refuses: ["vehicle_class.name_taken", "vehicle_class.last_active"],
    },
    async ({ deps, actor, id, body }) => {
      await changeVehicleClass(deps, actor, id, body);
      return { vehicleClass: readVehicleClass(deps, id) };
    },
  );
