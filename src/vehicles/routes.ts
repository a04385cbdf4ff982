import {
  createRouter,
  describe,
  limitPerAddress,
  requirePermission,
  validate,
} from "../server/http";
import { VehicleDataAnswer, VehicleDataQuery, Vehicles, VehiclesQuery } from "./contract";
import { listVehicles } from "./queries";
import { readVehicleData } from "./vehicle-data";
import { bookableClassRoutes } from "./bookable-routes";
import { classRoutes } from "./class-routes";
import { fleetRoutes } from "./fleet-routes";
import { outageRoutes } from "./outage-routes";
import { maintenanceRoutes } from "./maintenance-routes";

export const vehicleRoutes = createRouter()
  .get(
    "/admin/vehicles",
    describe({
      summary: "The fleet, by plate",
      tag: "vehicles",
      security: "admin",
      answers: { 200: Vehicles },
    }),
    requirePermission("dispatch.read"),
    validate("query", VehiclesQuery),
    (c) => c.json(listVehicles(c.var.deps, c.req.valid("query")) satisfies Vehicles),
  )
  .get(
    "/vehicle-data",
    describe({
      summary: "Make, model and year of a vehicle by its VIN",
      tag: "vehicles",
      security: "public",
      answers: { 200: VehicleDataAnswer },
      refusals: [
        "vehicle_data.bad_vin",
        "vehicle_data.unknown_vin",
        "request.too_many",
        "server.upstream",
      ],
    }),
    limitPerAddress(60, 3_600),
    validate("query", VehicleDataQuery),
    async (c) => {
      const { config, now } = c.var.deps;
      const data = await readVehicleData(c.req.valid("query").vin, config.vehicleData, now());
      return c.json({ data } satisfies VehicleDataAnswer);
    },
  )
  .route("/", bookableClassRoutes)
  .route("/", classRoutes)
  .route("/", fleetRoutes)
  .route("/", outageRoutes)
  .route("/", maintenanceRoutes);
