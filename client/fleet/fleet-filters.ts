/** How the lists of drivers and vehicles are narrowed: from their addresses to what the server is asked. */
import type { ServiceType } from "../../src/fares/contract";
import type { Mobility } from "../../src/vehicles/class-contract";

/** By name, not from their contracts: the addresses of lists are read on every page of the area. */
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

/** `word` where it is one of `known`. */
function keepIfKnown<Known extends string>(
  known: Record<Known, true>,
  word: string | undefined,
): Known | undefined {
  return word !== undefined && Object.hasOwn(known, word) ? (word as Known) : undefined;
}

/** The address of the list of drivers. */
export interface DriverSearch {
  q?: string | undefined;
  /** `active`, `suspended`, `shift` or `ending`. */
  show?: string | undefined;
  service?: string | undefined;
  zone?: string | undefined;
}

/** What the server is asked for by such an address; what makes no sense narrows nothing. */
export function driverQuery({ q, show, zone, ...search }: DriverSearch) {
  const service = keepIfKnown(services, search.service);
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

/** The address of the list of vehicles. */
export interface VehicleSearch {
  q?: string | undefined;
  /** `in_service`, `out` or `ending`. */
  show?: string | undefined;
  class?: string | undefined;
  equipment?: string | undefined;
}

/** What the server is asked for by such an address; what makes no sense narrows nothing. */
export function vehicleQuery({ q, show, class: of, ...search }: VehicleSearch) {
  const equipment = keepIfKnown(equipmentKinds, search.equipment);
  return {
    ...(q && { q }),
    ...(show === "in_service" && { use: "in_service" as const }),
    ...(show === "out" && { use: "out" as const }),
    ...(show === "ending" && { ending: "true" as const }),
    ...(of && { class: of }),
    ...(equipment && { equipment }),
  };
}
