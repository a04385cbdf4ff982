import { createRouter, describe, limitPerAddress, validate } from "../http";
import { VehicleClasses, VehicleDataAnswer, VehicleDataQuery } from "./contract";
import { bookableClasses } from "./queries";
import { readVehicleData } from "./vehicle-data";

export const vehicleRoutes = createRouter()
  .get(
    "/vehicle-classes",
    describe({
      summary: "The vehicle classes that can be booked",
      tag: "vehicles",
      security: "public",
      answers: { 200: VehicleClasses },
    }),
    (c) => c.json({ vehicleClasses: bookableClasses(c.var.deps) } satisfies VehicleClasses),
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
    limitPerAddress("vehicle-data", 60, 3_600),
    validate("query", VehicleDataQuery),
    async (c) => {
      const { config, now } = c.var.deps;
      const data = await readVehicleData(c.req.valid("query").vin, config.vehicleData, now());
      return c.json({ data } satisfies VehicleDataAnswer);
    },
  );
