/** The calls that save a driver's availability, for the driver or for dispatch. */
import type {
  AddDayOff,
  Availability,
  SaveHours,
  SavePreferences,
} from "../../src/availability/contract";
import { type Api, read } from "../api";

/** Each call resolves with the whole availability after the change, or null if the screen was left. */
export interface AvailabilityCalls {
  reload(): Promise<Availability | null>;
  saveHours(input: SaveHours): Promise<Availability | null>;
  addDayOff(input: AddDayOff): Promise<Availability | null>;
  removeDayOff(id: string, version: number): Promise<Availability | null>;
  savePreferences(input: SavePreferences): Promise<Availability | null>;
}

/** The driver's own. */
export function driverCalls(api: Api): AvailabilityCalls {
  const path = api.driver.availability;
  return {
    reload: async () => (await read(path.$get())).availability,
    saveHours: async (json) => (await read(path.hours.$put({ json }))).availability,
    addDayOff: async (json) => (await read(path["days-off"].$post({ json }))).availability,
    removeDayOff: async (dayOffId, version) => {
      const query = { version: String(version) };
      const call = path["days-off"][":dayOffId"].$delete({ param: { dayOffId }, query });
      return (await read(call)).availability;
    },
    savePreferences: async (json) => (await read(path.preferences.$put({ json }))).availability,
  };
}
