import { createRouter, describe } from "../server/http";
import { VehicleClasses } from "./class-contract";
import { bookableClasses } from "./bookable-queries";

/** Of the home page, and therefore apart: it answers before the rest of the API is loaded. */
export const bookableClassRoutes = createRouter().get(
  "/vehicle-classes",
  describe({
    summary: "The vehicle classes that can be booked",
    tag: "vehicles",
    security: "public",
    answers: { 200: VehicleClasses },
  }),
  (c) => c.json({ vehicleClasses: bookableClasses(c.var.deps) } satisfies VehicleClasses),
);
