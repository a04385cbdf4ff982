/** Opens the flight data provider that is connected. */
import type { Config } from "../config";
import { createAeroApi } from "./aero-api";
import { createAeroDataBox } from "./aero-data-box";
import type { FlightProvider } from "./flight-provider";

/** Returns the provider, or null if none is connected. */
export function openFlightProvider({ flights }: Pick<Config, "flights">): FlightProvider | null {
  if (!flights) return null;
  return flights.provider === "aeroapi" ? createAeroApi(flights) : createAeroDataBox(flights);
}
