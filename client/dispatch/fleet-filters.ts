/** How the lists of drivers and vehicles are narrowed: from their addresses to what the server is asked. */
import type { ServiceType } from "../../src/fares/contract";
import type { Mobility } from "../../src/vehicles/class-contract";

/** The address of the list of drivers. */
export interface DriverSearch {
  q?: string;
  /** `active`, `suspended`, `shift` or `ending`. */
  show?: string;
  service?: string;
  zone?: string;
}

/** What the server is asked for by such an address; it refuses what it does not know. */
export function driverQuery({ q, show, service, zone }: DriverSearch) {
  return {
    ...(q && { q }),
    ...(show === "active" && { state: "active" as const }),
    ...(show === "suspended" && { state: "suspended" as const }),
    ...(show === "shift" && { onShift: "true" as const }),
    ...(show === "ending" && { ending: "true" as const }),
    ...(service && { service: service as ServiceType }),
    ...(zone && { zone }),
  };
}

/** The address of the list of vehicles. */
export interface VehicleSearch {
  q?: string;
  /** `in_service`, `out` or `ending`. */
  show?: string;
  class?: string;
  equipment?: string;
}

/** What the server is asked for by such an address; it refuses what it does not know. */
export function vehicleQuery({ q, show, class: of, equipment }: VehicleSearch) {
  return {
    ...(q && { q }),
    ...(show === "in_service" && { use: "in_service" as const }),
    ...(show === "out" && { use: "out" as const }),
    ...(show === "ending" && { ending: "true" as const }),
    ...(of && { class: of }),
    ...(equipment && { equipment: equipment as Mobility }),
  };
}
