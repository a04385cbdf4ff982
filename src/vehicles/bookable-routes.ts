import { createRouter } from "../server/calls";
import { VehicleClasses } from "./class-contract";
import { bookableClasses } from "./bookable-queries";

/**
 * The home page's call for bookable classes. It has its own file so that it answers before the rest of the API is
 * loaded.
 */
export const bookableClassRoutes = createRouter("vehicles").get(
  "/vehicle-classes",
  "Lists the vehicle classes that can be booked",
  { who: "public", answer: VehicleClasses },
  ({ deps }) => ({ vehicleClasses: bookableClasses(deps) }),
);
