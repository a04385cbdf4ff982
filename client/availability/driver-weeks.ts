import type { DriverWeek, DriverWeeks } from "../../src/availability/contract";
import type { DriverRow } from "../../src/drivers/contract";
import type { Api, read } from "../api";

/** A driver of the list with their next seven days. */
export type DriverWithWeek = DriverRow & { week: DriverWeek | null };

/** Adds the next seven days to the drivers of a page of the list, with one more call. */
export async function withDriverWeeks(
  api: Api,
  drivers: readonly DriverRow[],
  call: (answer: Parameters<typeof read<DriverWeeks>>[0]) => Promise<DriverWeeks>,
): Promise<DriverWithWeek[]> {
  if (drivers.length === 0) return [];
  const driverIds = drivers.map(({ id }) => id);
  const { weeks } = await call(api.admin.availability.$get({ query: { driver: driverIds } }));
  const weekByDriver = new Map(weeks.map((week) => [week.driverId, week]));
  return drivers.map((each) => ({ ...each, week: weekByDriver.get(each.id) ?? null }));
}
