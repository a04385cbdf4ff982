/** The kind of a trip and its passenger's needs as text, for every area. */
import type { ServiceType } from "../../src/fares/contract";
import type { Mobility } from "../../src/vehicles/class-contract";

export const serviceWords: Record<ServiceType, string> = {
  point_to_point: "Point to point",
  hourly: "Hourly",
  airport_pickup: "Airport pickup",
  airport_dropoff: "Airport drop-off",
  home_care: "Home care",
  roadside_assistance: "Roadside assistance",
  interpreter: "Interpreter",
};

export const mobilityWords: Record<Mobility, string> = {
  ambulatory: "Walks",
  wheelchair: "Wheelchair",
  oversized_wheelchair: "Oversized wheelchair",
  can_transfer: "Wheelchair, can transfer",
  scooter: "Mobility scooter",
  stretcher: "Stretcher",
};

/** Returns a count with its noun: "1 passenger", "2 passengers". */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns extras in one line: "2 × Child seat, Greeting sign". */
export function extrasWords(extras: readonly { name: string; quantity: number }[]): string {
  return extras
    .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
    .join(", ");
}
