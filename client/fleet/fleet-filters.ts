/** The filters of the lists of drivers and vehicles, which turn addresses into queries for the server. */
import type { ServiceType } from "../../src/fares/contract";
import type { Mobility } from "../../src/vehicles/class-contract";

/**
 * The names are listed here, because every page of the area reads the addresses of lists, and must not load the
 * contracts.
 */
const services: Record<ServiceType, true> = {
  point_to_point: true,
  hourly: true,
  airport_pickup: true,
  airport_dropoff: true,
  home_care: true,
  roadside_assistance: true,
  interpreter: true,
};
const equipmentKinds: Record<Mobility, true> = {
  ambulatory: true,
  wheelchair: true,
  oversized_wheelchair: true,
  can_transfer: true,
  scooter: true,
  stretcher: true,
};

/** Returns `word` if it is one of `known`. */
function wordIfValid<Known extends string>(
  known: Record<Known, true>,
  word: string | undefined,
): Known | undefined {
  return word !== undefined && Object.hasOwn(known, word) ? (word as Known) : undefined;
}

/** The search parameters of the list of drivers. */
export interface DriverSearch {
  q?: string | undefined;
  /** `active`, `suspended`, `shift` or `ending`. */
  show?: string | undefined;
  service?: string | undefined;
  zone?: string | undefined;
}

/** Returns the query for an address. Values that make no sense are ignored. */
export function driverQuery({ q, show, zone, ...search }: DriverSearch) {
  const service = wordIfValid(services, search.service);
  return {
    ...(q && { q }),
    ...(show === "active" && { state: "active" as const }),
    ...(show === "suspended" && { state: "suspended" as const }),
    ...(show === "shift" && { onShift: "true" as const }),
    ...(show === "ending" && { ending: "true" as const }),
    ...(service && { service }),
    ...(zone && { zone }),
  };
}

/** The search parameters of the list of vehicles. */
export interface VehicleSearch {
  q?: string | undefined;
  /** `in_service`, `out` or `ending`. */
  show?: string | undefined;
  class?: string | undefined;
  equipment?: string | undefined;
}

/** Returns the query for an address. Values that make no sense are ignored. */
export function vehicleQuery({ q, show, class: classId, ...search }: VehicleSearch) {
  const equipment = wordIfValid(equipmentKinds, search.equipment);
  return {
    ...(q && { q }),
    ...(show === "in_service" && { use: "in_service" as const }),
    ...(show === "out" && { use: "out" as const }),
    ...(show === "ending" && { ending: "true" as const }),
    ...(classId && { class: classId }),
    ...(equipment && { equipment }),
  };
}
