import { createRouter } from "../server/calls";
import { limitPerAddress } from "../server/http";
import { VehicleDataAnswer, VehicleDataQuery, Vehicles, VehiclesQuery } from "./contract";
import { listVehicles } from "./queries";
import { findVehicleData } from "./vehicle-data";
import { bookableClassRoutes } from "./bookable-routes";
import { classRoutes } from "./class-routes";
import { fleetRoutes } from "./fleet-routes";
import { outageRoutes } from "./outage-routes";
import { maintenanceRoutes } from "./maintenance-routes";

export const vehicleRoutes = createRouter("vehicles")
  .get(
    "/admin/vehicles",
    "Lists the vehicles by plate number",
    { who: "dispatch.view", query: VehiclesQuery, answer: Vehicles },
    ({ deps, query }) => listVehicles(deps, query),
  )
  .get(
    "/vehicle-data",
    "Gives the make, model and year of a vehicle by its VIN",
    {
      who: "public",
      query: VehicleDataQuery,
      answer: VehicleDataAnswer,
      refuses: ["vehicle_data.bad_vin", "vehicle_data.unknown_vin", "server.upstream"],
      use: limitPerAddress(60, 3_600),
    },
    async ({ deps, query }) => {
      return { data: await findVehicleData(deps, query.vin) };
    },
  )
  .with(bookableClassRoutes)
  .with(classRoutes)
  .with(fleetRoutes)
  .with(outageRoutes)
  .with(maintenanceRoutes);
