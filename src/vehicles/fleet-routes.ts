import { createRouter } from "../server/calls";
import { ChangeVehicle, SaveVehicle, VehicleAnswer } from "./contract";
import { addVehicle, changeVehicle, readVehicle } from "./fleet-actions";

/** Calls with which dispatch reads, adds and changes one vehicle. */
export const fleetRoutes = createRouter("vehicles")
  .post(
    "/admin/vehicles",
    "Adds a vehicle",
    {
      who: "fleet.manage",
      body: SaveVehicle,
      created: VehicleAnswer,
      refuses: ["vehicle.plate_taken"],
    },
    async ({ deps, actor, body }) => {
      const id = await addVehicle(deps, actor, body);
      return { vehicle: readVehicle(deps, id) };
    },
  )
  .get(
    "/admin/vehicles/:id",
    "Gives one vehicle",
    { who: "dispatch.view", answer: VehicleAnswer },
    ({ deps, id }) => ({
      vehicle: readVehicle(deps, id),
    }),
  )
  .put(
    "/admin/vehicles/:id",
    "Changes a vehicle",
    {
      who: "fleet.manage",
      body: ChangeVehicle,
      answer: VehicleAnswer,
      refuses: ["request.conflict", "vehicle.plate_taken"],
    },
    async ({ deps, actor, id, body }) => {
      await changeVehicle(deps, actor, id, body);
      return { vehicle: readVehicle(deps, id) };
    },
  );
