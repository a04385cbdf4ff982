import type { QuoteOption } from "../../src/reservations/quotes/quote-contract";
import { combinedName } from "../../src/reservations/vehicles/combination-rules";
import type { Say } from "../words/words";

/** Returns the name of an option: its class, or the classes of its vehicles. */
export function optionName({ vehicleClass, vehicles }: QuoteOption, t: Say): string {
  const nameOf = (of: QuoteOption["vehicleClass"]) => t.known(of.name, "name");
  return vehicles
    ? combinedName(vehicles.map((one) => nameOf(one.vehicleClass)))
    : nameOf(vehicleClass);
}
